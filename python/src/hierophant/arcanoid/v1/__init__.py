"""Generated: the package `hierophant.arcanoid.v1`."""

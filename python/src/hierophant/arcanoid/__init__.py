"""Generated: the package `hierophant.arcanoid`."""

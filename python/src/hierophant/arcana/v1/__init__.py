"""Generated: the package `hierophant.arcana.v1`."""

"""Generated: the package `hierophant.res_arcana.v1`."""

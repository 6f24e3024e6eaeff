"""How notebooks of the site are run: by nobody's settings but these, and without remarks."""

c = get_config()  # noqa: F821
c.IPKernelApp.log_level = 40

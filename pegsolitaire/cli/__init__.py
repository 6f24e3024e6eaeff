"""The command line. The subpackage `commands` contains the commands, which share these modules."""

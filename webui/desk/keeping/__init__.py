"""Keep copies of a store that hold everything, and set a store up again from one."""

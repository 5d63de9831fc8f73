"""Keep backups of a store, and restore one."""

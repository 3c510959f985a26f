"""The store: what is kept of all tables. `protocols` says what the application needs of one; `sqlite` is the embedded
default, for one process; `postgres` is for many."""

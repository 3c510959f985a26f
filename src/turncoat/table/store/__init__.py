"""The store of all tables.

`protocols` is the interface that the application uses, `sqlite` the embedded default for one process, and `postgres` a
store for many.
"""

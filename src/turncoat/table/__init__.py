"""The application: tables, their members and the store."""

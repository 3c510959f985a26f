"""The application: tables, who sits there, and the store."""

"""Pages apart from the tables: start, rules, installation."""

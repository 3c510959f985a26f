"""The pages round the tables: start, rules, installation."""

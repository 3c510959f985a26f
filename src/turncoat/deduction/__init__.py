"""What a view implies about who is who."""

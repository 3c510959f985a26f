"""What every page needs and no table has a part in: requests, forms, limits, languages, rendering."""

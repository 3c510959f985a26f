"""Parts that every page needs, and that know no table: requests, forms, limits, languages, rendering."""

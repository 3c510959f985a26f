"""Building blocks of every page that know no table: requests, forms, limits, languages and rendering."""

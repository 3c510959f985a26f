"""Print: PDF files by Typst. What is on each sheet is decided here; how it looks stands in the `.typ` files."""

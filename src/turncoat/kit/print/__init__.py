"""PDF files by Typst. Python decides the contents of each sheet, and the `.typ` files its looks."""

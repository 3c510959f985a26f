"""Run the command `turncoat` as `python -m turncoat`."""

from turncoat.cli import main

if __name__ == "__main__":
    main()

"""The commands of `turncoat lab`."""

from turncoat.bots.games.resistance.talk import ResistanceReasons


class RoundTableReasons(ResistanceReasons):
    """Reasons."""

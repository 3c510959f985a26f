"""Access to circles: members alone see one, and nobody finds one by trying."""

from starlette.requests import Request

from turncoat.circles.changes import is_invited
from turncoat.circles.circle import ID_LENGTH, Circle
from turncoat.circles.store import Circles
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor


class CircleAccess:
    """Circles as requests reach them."""

    def __init__(self, context: WebContext, circles: Circles) -> None:
        self._context = context
        self._circles = circles

    async def own(self, request: Request, visitor: Visitor) -> Circle:
        """Return the circle in the address, for its members. Raises Refused, alike for strangers and without a circle.

        Members get an answer however often others have tried from the same address, as a whole family may share one.
        """
        try:
            return await self._circles.seen_by(visitor.id, request.path_params["circle"].upper())
        except Refused as refused:
            if refused.refusal == Refusal("no-such-circle"):
                self.miss(request, "no-such-circle")
            raise

    async def invited(self, request: Request, visitor: Visitor, invitation: str) -> Circle:
        """Return the circle of an invitation. Raises Refused, alike for all that are not valid."""
        circle = await self._circles.read(invitation[:ID_LENGTH])
        if circle is not None and circle.member_of(visitor.id) is not None:
            return circle
        self.check_guesses(request)
        if circle is None or not is_invited(circle, invitation[ID_LENGTH:]):
            self.miss(request, "invitation-old")
            raise Refused(Refusal("invitation-old"))
        return circle

    def check_guesses(self, request: Request) -> None:
        """Raise Refused if the address has tried so often that even a right guess must get no answer."""
        if self._context.limiter.has_missed(request):
            raise Refused(Refusal("too-fast"))

    def miss(self, request: Request, code: str) -> None:
        """Count a wrong guess, together with those of tables. Raises Refused."""
        self._context.registry.metrics.refuse(code)
        self._context.limiter.miss(request)

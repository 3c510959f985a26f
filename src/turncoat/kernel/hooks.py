"""Hooks: the points at which chapters can change a game. Each one is a value with a name, a type and a description.

- `Window`: a moment between a result and its effect, in which chapters may insert steps of their own.
- `Policy`: a decision of the rules. The base game gives a value, and each chapter returns it, changed or not.
- `RulesetPolicy`: a policy that needs no game, so it can be asked with only a view.
- `Notice`: a notification that something has happened. Chapters may react, but return nothing.

A game declares its hooks where it uses them and lists them in `Rulebook.hooks`. A chapter registers its handlers:

    HAND: Final = Policy[tuple[str, ...]]("hand", "The mission cards that every team member gets.")

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (HAND.handled_by(with_wrench),)

Type checkers reject a function of the wrong type, and so does the rulebook when the chapter is added.
"""

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from turncoat.kernel.steps import Step

if TYPE_CHECKING:
    from turncoat.kernel.game import Game
    from turncoat.kernel.rulesets import Ruleset

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

WindowMemory: TypeAlias = dict[str, int]
"""A chapter's memory of one occurrence of a window, to track which chances it has already had."""


class HookHandler(msgspec.Struct, frozen=True, eq=False):
    """A chapter's handler of a hook, with the chapters that it must run before or after."""

    hook: "Hook"
    call: Callable[..., Any]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class WindowHandler(HookHandler, frozen=True, eq=False):
    """A handler that inserts steps in a window."""


class PolicyHandler(HookHandler, frozen=True, eq=False):
    """A handler that changes a decision."""


class NoticeHandler(HookHandler, frozen=True, eq=False):
    """A handler that reacts to something that has happened."""


class Window(Step, frozen=True, eq=False):
    """A named moment at which chapters may insert steps of their own.

    It asks the chapters in order, and again after each inserted step. Once none has anything to add, the game
    continues.
    """

    name: str
    about: str = ""

    def handled_by(
        self,
        call: "Callable[[Game[Any], WindowMemory], Step | None]",
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
    ) -> WindowHandler:
        """Return a handler for this window: the function returns the step to insert now, or None."""
        return WindowHandler(self, call, before, after)

    def run(self, game: "Game[Any]") -> None:
        """Ask the chapters once. Most windows pass, so a `WindowFrame` is made only when something is inserted."""
        stack = game.stack
        stack.append(self)
        height = len(stack)
        memories: dict[str, WindowMemory] = {}
        for chapter, handler in game.windows[self]:
            memory: WindowMemory = {}
            step = handler(game, memory)
            if memory:
                memories[chapter] = memory
            if step is None and len(stack) == height and stack[-1] is self:
                continue
            if len(stack) >= height and stack[height - 1] is self:
                stack[height - 1] = WindowFrame(self, memories)
            if step is not None:
                stack.append(step)
            return
        stack.pop()


class WindowFrame:
    """A window whose inserted steps are running, with each chapter's memory of this occurrence."""

    __slots__ = ("memories", "window")

    def __init__(self, window: Window, memories: dict[str, WindowMemory]) -> None:
        self.window = window
        self.memories = memories

    def run(self, game: "Game[Any]") -> None:
        """Ask the chapters in order until one inserts a step. The window asks again after that step."""
        stack = game.stack
        stack.append(self)
        for chapter, handler in game.windows[self.window]:
            step = handler(game, self.memories.setdefault(chapter, {}))
            if step is not None:
                stack.append(step)
            if not stack or stack[-1] is not self:
                return
        stack.pop()

    def copy(self) -> "WindowFrame":
        """Return an independent copy."""
        return WindowFrame(self.window, {chapter: memory.copy() for chapter, memory in self.memories.items()})


class Policy(Generic[T, *Ts]):
    """A named decision of the rules, of type `T`, about arguments `Ts`."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about

    def handled_by(
        self,
        call: "Callable[[Game[Any], T, *Ts], T]",
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
    ) -> PolicyHandler:
        """Return a handler for this decision: the function receives the value so far and returns the new one."""
        return PolicyHandler(self, call, before, after)


class RulesetPolicy(Generic[T, *Ts]):
    """A named decision that depends only on the ruleset and its arguments. Handlers get the ruleset, never a game.

    So it can be asked about hypothetical deals: who would see whom, which cards a role could play.
    """

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about

    def handled_by(
        self,
        call: "Callable[[Ruleset, T, *Ts], T]",
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
    ) -> PolicyHandler:
        """Return a handler for this decision: the function receives the value so far and returns the new one."""
        return PolicyHandler(self, call, before, after)


class Notice(Generic[*Ts]):
    """A notification with arguments `Ts`. Chapters may react to it, but return nothing."""

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about

    def handled_by(
        self,
        call: "Callable[[Game[Any], *Ts], None]",
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
    ) -> NoticeHandler:
        """Return a handler for this notice."""
        return NoticeHandler(self, call, before, after)


AnyPolicy: TypeAlias = Policy[Any, *tuple[Any, ...]]
AnyRulesetPolicy: TypeAlias = RulesetPolicy[Any, *tuple[Any, ...]]
AnyNotice: TypeAlias = Notice[*tuple[Any, ...]]
Hook: TypeAlias = Window | AnyPolicy | AnyRulesetPolicy | AnyNotice


def in_order(handlers: Mapping[str, HookHandler]) -> list[str]:
    """Return chapter names in the order in which they are asked: by `before` and `after`, otherwise by name.

    `before` and `after` may name chapters that do not handle the hook, which are ignored. Raises ValueError if they
    form a cycle.
    """
    first: dict[str, set[str]] = {name: set() for name in handlers}
    for name, handler in handlers.items():
        first[name].update(other for other in handler.after if other in handlers)
        for other in handler.before:
            if other in handlers:
                first[other].add(name)
    order: list[str] = []
    while len(order) < len(handlers):
        ready = [name for name in handlers if name not in order and first[name].issubset(order)]
        if not ready:
            left = ", ".join(sorted(set(handlers) - set(order)))
            raise ValueError(f"each of these comes before another of them: {left}")
        order.append(min(ready))
    return order


def check_handler(handler: HookHandler) -> None:
    """Raise ValueError if the function cannot handle the hook, judging by its parameters and annotations."""
    hook, call = handler.hook, handler.call
    given, wanted = _types_of(hook)
    try:
        parameters, hints = signature(call), get_type_hints(call)
    except (ValueError, TypeError, NameError):  # a builtin, or names that exist only for type checkers
        return
    names = [name for name, one in parameters.parameters.items() if one.kind is not Parameter.VAR_POSITIONAL]
    try:
        parameters.bind(*range(len(names) if given is None else 1 + len(given)))
    except TypeError:
        first = "the ruleset" if isinstance(hook, RulesetPolicy) else "the game"
        expected = " and ".join([first, *map(_name_of, given or ())])
        raise ValueError(f"{_name_of(call)} is called with {expected} for {hook.name!r}") from None
    for name, kind in zip(names[1:], given or (), strict=False):
        if not _fits(kind, hint := hints.get(name, Any)):
            raise ValueError(
                f"{_name_of(call)} takes {name} as {_name_of(hint)}; for {hook.name!r} it is {_name_of(kind)}"
            )
    if not _fits(answer := hints.get("return", Any), wanted):
        raise ValueError(f"{_name_of(call)} returns {_name_of(answer)}; {hook.name!r} wants {_name_of(wanted)}")


def _types_of(hook: "Hook") -> tuple[tuple[Any, ...] | None, Any]:
    """Return the types of a hook's arguments after the game or ruleset (None if undeclared), and its result type."""
    if isinstance(hook, Window):
        return (WindowMemory,), Step | None
    written = getattr(hook, "__orig_class__", None)
    types = tuple(map(_plain, get_args(written)))
    if isinstance(hook, Notice):
        return (None if written is None else types), NoneType
    return (None, Any) if written is None else (types, types[0])


def _plain(kind: Any) -> Any:
    """Return a type as `get_type_hints` gives it, without what `Annotated` adds."""
    return get_type_hints(type("Holder", (), {"__annotations__": {"it": kind}}))["it"]


def _fits(given: Any, wanted: Any) -> bool:
    """Return whether a value of one type may be used where another is wanted. If in doubt, return True."""
    if Any in (given, wanted) or given == wanted:
        return True
    if get_origin(given) in _UNIONS:
        return all(_fits(one, wanted) for one in get_args(given))
    if get_origin(wanted) in _UNIONS:
        return any(_fits(given, one) for one in get_args(wanted))
    one, other = get_origin(given) or given, get_origin(wanted) or wanted
    if not isinstance(one, type) or not isinstance(other, type):
        return True
    if one is not other:
        return issubclass(one, other)
    parts, others = get_args(given), get_args(wanted)
    return not parts or not others or (len(parts) == len(others) and all(map(_fits, parts, others)))


def _name_of(thing: Any) -> str:
    """Return the name of a type or function for an error message."""
    return str(thing) if get_origin(thing) else getattr(thing, "__qualname__", str(thing))


_UNIONS = (Union, UnionType)

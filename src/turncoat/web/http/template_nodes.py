"""Templates before Jinja compiles them: what is the same in every drawing is worked out once.

The compiler gets a tree of nodes. It is changed here, and draws the same as before, letter for letter.
"""

from collections.abc import Callable, Iterable, Iterator
from gettext import NullTranslations

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from turncoat.web.http.static_files import static_url


class FixedTexts(NodeTransformer):
    """Puts into a template what never changes: texts, addresses, and what other files' macros draw of fixed words.

    A condition within what is put out becomes one around it. Then a fixed text is not escaped each time, and no
    condition that does not hold has to be put out as nothing.
    """

    def __init__(self, environment: Environment, translations: NullTranslations) -> None:
        self._environment, self._translations = environment, translations
        self._macros: dict[str, Callable[..., str]] = {}
        """The macros of other files, by their names in this one."""

    def visit_FromImport(self, node: nodes.FromImport) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        match node.template:
            case nodes.Const(value=str(file)) if not node.with_context:
                macros = self._environment.get_template(file).module
                for given in node.names:
                    name, alias = (given, given) if isinstance(given, str) else given
                    self._macros[alias] = getattr(macros, name)
        return node

    def visit_CallBlock(self, node: nodes.CallBlock) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node.call)  # and not the call itself: what it draws has the block in it
        node.body = [each for one in node.body for each in self.visit_list(one)]
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name="static"), args=[nodes.Const(value=str(path))], kwargs=[]):
                return self._const(static_url(path), node)
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(message))], dyn_kwargs=None):
                text = Markup(self._translations.gettext(message))  # noqa: S704 - a text of ours
                if not node.kwargs:
                    return self._const(text % {}, node)
                values = [nodes.Pair(self._const(one.key, one), one.value, lineno=one.lineno) for one in node.kwargs]
                return nodes.Mod(self._const(text, node), nodes.Dict(values, lineno=node.lineno), lineno=node.lineno)
            case nodes.Call(node=nodes.Name(name=str(name)), dyn_args=None, dyn_kwargs=None) if name in self._macros:
                given = [*node.args, *(one.value for one in node.kwargs)]
                if all(isinstance(one, nodes.Const) for one in given):
                    words = [one.as_const() for one in node.args]
                    named = {one.key: one.value.as_const() for one in node.kwargs}
                    return self._const(self._macros[name](*words, **named), node)
        return node

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node)
        return list(_put_out(node.nodes, node.lineno))

    def _const(self, value: str, instead: nodes.Node) -> nodes.Const:
        return nodes.Const(value, lineno=instead.lineno, environment=self._environment)


def _put_out(shown: Iterable[nodes.Expr], line: int) -> Iterator[nodes.Node]:
    """Statements that put these out, one after the other."""
    plain: list[nodes.Expr] = []
    for one in _pieces(shown):
        if not isinstance(one, nodes.CondExpr):
            plain.append(one)
            continue
        if plain:
            yield nodes.Output(plain, lineno=line)
        plain = []
        otherwise = () if one.expr2 is None else (one.expr2,)
        yield nodes.If(one.test, list(_put_out((one.expr1,), line)), [], list(_put_out(otherwise, line)), lineno=line)
    if plain:
        yield nodes.Output(plain, lineno=line)


def _pieces(shown: Iterable[nodes.Expr]) -> Iterator[nodes.Expr]:
    """The same, with what `~` joins taken apart."""
    for one in shown:
        if isinstance(one, nodes.Concat):
            yield from _pieces(one.nodes)
        else:
            yield one

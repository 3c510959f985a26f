"""Changes to templates when they are compiled, so that drawing takes less time."""

from gettext import NullTranslations

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup


class EmptyElse(NodeTransformer):
    """Makes an inline `if` without `else` an empty text, since drawing Jinja's undefined value takes far longer."""

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node)
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno, environment=node.environment)
        return node


class TranslatedTexts(NodeTransformer):
    """Replaces each call of `_` with a fixed text by its translation; what is drawn stays the same.

    Drawing then looks up no text. A template is compiled once for each language. Arguments of a text are still escaped
    when it is drawn.
    """

    def __init__(self, environment: Environment, translations: NullTranslations) -> None:
        self._environment, self._translations = environment, translations

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - as Jinja calls it
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(message))], dyn_kwargs=None):
                text = Markup(self._translations.gettext(message))  # noqa: S704 - a text of ours
                if not node.kwargs:
                    return self._const(text % {}, node)
                values = [nodes.Pair(self._const(one.key, one), one.value, lineno=one.lineno) for one in node.kwargs]
                return nodes.Mod(self._const(text, node), nodes.Dict(values, lineno=node.lineno), lineno=node.lineno)
        return node

    def _const(self, value: str, instead: nodes.Node) -> nodes.Const:
        return nodes.Const(value, lineno=instead.lineno, environment=self._environment)

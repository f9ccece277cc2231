"""Faults as hands make them: one sign, one number, one word, one line of a module is not what it was.

Left alone are docstrings, annotations, overloads, decorators, protocols, the sentences of refusals, and names
given for the first time (without them nothing runs at all, and a mutant that anything kills tells nothing).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType


@dataclass(frozen=True)
class Mutant:
    """A module with one fault in it: `called` says where and what it is.

    `lines` are those of the statement that it stands in; none where that runs when the module is imported.
    """

    path: Path
    called: str
    lines: range
    module: Module
    node: ast.AST
    fault: ast.AST

    def code(self) -> CodeType:
        """The faulty module, compiled."""
        holder, field, place = self.module.places[self.node]
        whole = getattr(holder, field)
        new = self.fault if place is None else [*whole[:place], self.fault, *whole[place + 1 :]]
        setattr(holder, field, new)
        try:
            return compile(self.module.tree, str(self.path), "exec", dont_inherit=True)
        finally:
            setattr(holder, field, whole)


class Module:
    """A module's tree, and for each node of it where it hangs."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text("utf-8"))
        self.places: dict[ast.AST, tuple[ast.AST, str, int | None]] = {}
        for node in ast.walk(self.tree):
            for field, value in ast.iter_fields(node):
                if isinstance(value, list):
                    self.places.update({child: (node, field, n) for n, child in enumerate(value)})
                elif isinstance(value, ast.AST):
                    self.places[value] = (node, field, None)

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What the node stands in, from the inside out."""
        while node in self.places:
            node = self.places[node][0]
            yield node


COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|WHERE|ORDER BY)\b|:before\b")
SQL_FAULTS = (
    (r" < ", " <= "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" = (?!\?\d?,)", " != "),
    (r" != ", " = "),
    (r"\bAND\b", "OR"),
    (r"\bIS NULL\b", "IS NOT NULL"),
    (r"\bIS NOT NULL\b", "IS NULL"),
    (r"\bNOT EXISTS\b", "EXISTS"),
    (r" DESC\b", ""),
    (r"\bDISTINCT ", ""),
    (r"\bOR REPLACE ", ""),
)
UNREAD = {"annotation", "returns", "decorator_list"}
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
NAMED = (*FUNCTION, ast.ClassDef)
WORD = re.compile(r"[a-z0-9_-]*")


def mutants(path: Path, name: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines; `name` is how they call the file."""
    module = Module(path)
    seen: Counter[str] = Counter()
    for node in sorted(_alive(module, module.tree), key=lambda node: (node.lineno, node.col_offset)):
        for fault in _faults(module, node):
            where = [above.name for above in module.above(node) if isinstance(above, NAMED)]
            called = f"{name} {'.'.join(reversed(where)) or 'module'}: {_shown(node)} → {_shown(fault)}"
            seen[called] += 1
            if seen[called] > 1:
                called += f" ({seen[called]})"
            ast.fix_missing_locations(ast.copy_location(fault, node))
            yield Mutant(path, called, _lines(module, node), module, node, fault)


def _lines(module: Module, node: ast.AST) -> range:
    """The statement that runs this node, of a compound one its head; none if the module's import does."""
    around = [node, *module.above(node)]
    statement = next(one for one in around if isinstance(one, ast.stmt))
    if not any(isinstance(one, FUNCTION) for one in around[around.index(statement) + 1 :]):
        return range(0)
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _alive(module: Module, node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes in which a fault would mean something."""
    skipped = UNREAD if not isinstance(node, ast.ClassDef) else UNREAD | {"bases", "keywords"}
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and field not in skipped and not _is_left_alone(module, child):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from _alive(module, child)


def _is_left_alone(module: Module, node: ast.AST) -> bool:
    match node:
        case ast.ClassDef(bases=bases) if any(ast.unparse(base).startswith("Protocol") for base in bases):
            return True
        case ast.FunctionDef(decorator_list=[ast.Name(id="overload")]):
            return True
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.JoinedStr():
            return any(isinstance(above, ast.Raise) for above in module.above(node))
        case ast.Assign(targets=[target], value=value) if not _is_in_a_function(module, node):
            return _is_a_type(value) or ast.unparse(target) in ("__all__", "__slots__")
    return False


def _is_in_a_function(module: Module, node: ast.AST) -> bool:
    return any(isinstance(above, FUNCTION) for above in module.above(node))


def _is_a_type(value: ast.expr) -> bool:
    """`Move | Undo`, `dict[str, Any]`, `TypeVar("T")`: what only the type checker reads."""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) in ("TypeVar", "TypedDict", "NewType")
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.BitOr) and _is_a_type(value.left) and _is_a_type(value.right)
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name | ast.Attribute)
    return isinstance(value, ast.Name) or (isinstance(value, ast.Constant) and value.value is None)


def _faults(module: Module, node: ast.AST) -> Iterator[ast.AST]:
    """What could stand there by mistake."""
    match node:
        case ast.Compare():
            for place, sign in enumerate(node.ops):
                for other in COMPARED[type(sign)]:
                    ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), values)
            for place in range(len(values)):
                left = values[:place] + values[place + 1 :]
                yield left[0] if len(left) == 1 else ast.BoolOp(op, left)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in RECKONED and not _joins_texts(node):
            yield ast.BinOp(left, RECKONED[type(op)](), right)
        case ast.AugAssign(target, op, value):
            if type(op) in RECKONED and not _is_text(value):
                yield ast.AugAssign(target, RECKONED[type(op)](), value)
            yield ast.Pass()
        case ast.Constant():
            yield from _other_constants(node, module.places[node][0])
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Assign(targets=[ast.Tuple()]) if (
            not isinstance(node.targets[0], ast.Tuple)
            or all(isinstance(part, ast.Attribute | ast.Subscript) for part in node.targets[0].elts)
        ):
            yield ast.Pass()
        case ast.If(test=test) | ast.While(test=test) if _needs_turning(test):
            yield type(node)(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.IfExp(test, body, orelse) if _needs_turning(test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield ast.Slice(None, upper, step)
            if upper is not None:
                yield ast.Slice(lower, None, step)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), args, [] if name == "sorted" else keywords)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for place, loop in enumerate(node.generators):
                if loop.ifs:
                    without = ast.comprehension(loop.target, loop.iter, [], loop.is_async)
                    fault = copy(node)
                    fault.generators = [*node.generators[:place], without, *node.generators[place + 1 :]]
                    yield fault


def _needs_turning(test: ast.expr) -> bool:
    """Whether the condition has no sign of its own that is turned already."""
    return not isinstance(test, ast.Compare | ast.BoolOp) and not (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _other_constants(node: ast.Constant, holder: ast.AST) -> Iterator[ast.Constant]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(value + 1)
    elif isinstance(value, str) and SQL.search(value):
        for sign, other in SQL_FAULTS:
            for found in re.finditer(sign, value):
                yield ast.Constant(value[: found.start()] + other + value[found.end() :])
    elif isinstance(value, str) and not isinstance(holder, ast.JoinedStr) and WORD.fullmatch(value):
        yield ast.Constant(f"{value}-")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _joins_texts(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Add) and (_is_text(node.left) or _is_text(node.right))


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"`{type(node).__name__.lower()} {ast.unparse(node.test)}`"
    if isinstance(node, ast.Slice):
        return "`[" + ":".join(ast.unparse(end) if end else "" for end in (node.lower, node.upper)) + "]`"
    return "`" + re.sub(r"\s+", " ", ast.unparse(node)) + "`"

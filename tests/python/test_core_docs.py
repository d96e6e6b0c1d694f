"""Are the examples in docstrings of the compiled module true? doctest does not find them there."""

import doctest

import pytest

import atomic_rs
from atomic_rs import _core

NAMES = {name: getattr(atomic_rs, name) for name in atomic_rs.__all__} | {
    name: getattr(_core, name) for name in _core.__all__
}


def examples() -> list[doctest.DocTest]:
    """The docstrings with examples: of functions, classes, and what classes have."""
    parser, found = doctest.DocTestParser(), []
    for name in _core.__all__:
        thing = getattr(_core, name)
        inside = vars(thing).items() if isinstance(thing, type) else ()
        for place, each in [(name, thing), *((f"{name}.{key}", value) for key, value in inside)]:
            text = getattr(each, "__doc__", None)
            if isinstance(text, str) and ">>>" in text:
                found.append(parser.get_doctest(text, dict(NAMES), place, None, 0))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example(example: doctest.DocTest) -> None:
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_there_are_examples() -> None:
    assert len(examples()) >= 10

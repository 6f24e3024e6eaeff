"""Error messages do not repeat long texts: for 12 kB of input they have at most 600 characters."""

import pytest
from command_calls import CALLS

import pegsolitaire as ps
from pegsolitaire.cli.main import load, run
from pegsolitaire.errors import PegSolitaireError, quoted

LONG = {
    "a word": "abcdefgh" * 1_500,
    "words": "d4 " * 4_000,
    "lines": "no such thing\n" * 900,
    "control characters": "\x1b[31m\x07" * 2_000,
    "a number": "7" * 12_000,
    "a picture": "ooo?oo\n" * 1_700,
}
MOST = 600


def places():
    """Yield every argument of every command and every option that takes a value."""
    for name, words in CALLS.items():
        split = words.split()
        for number in range(len(split)):
            yield name, [*split[:number], None, *split[number + 1 :]]
        for one in load(name).params:
            if one.opts[0].startswith("--") and not getattr(one, "is_flag", False):
                yield name, [*split, f"{one.opts[0]}=", None]
    yield "", [None]


PLACES = list(places())


@pytest.mark.every(55)
@pytest.mark.parametrize(("name", "words"), PLACES, ids=[f"{n} {w}" for n, w in PLACES])
def test_commands(name, words, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for text in LONG.values():
        call = [*filter(None, [name])]
        for word in words:
            if word is not None:
                call.append(word)
            elif call and call[-1].endswith("="):
                call[-1] += text
            else:
                call.append(text)
        code = run(call)
        printed, said = capsys.readouterr()
        assert code in (0, 1, 2, 3)
        if code == 2:
            assert printed == "" or name == "reproduce"  # `reproduce` prints each row immediately
            [line] = [one for one in said.splitlines() if not one.startswith("read as ")]
            assert line.startswith("pegs: ")
            assert len(line) <= MOST + len("pegs: ")
            assert line.isprintable()


@pytest.mark.parametrize("name", ["Board", "puzzle_set", "solve"])
def test_functions(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    text = LONG["a word"]  # the others would be read as pictures of thousands of holes
    for given in ((text,), (f"triangle4 {text}",), ("triangle4", text)):
        with pytest.raises((PegSolitaireError, TypeError, ValueError)) as caught:
            getattr(ps, name)(*given)
        if isinstance(caught.value, PegSolitaireError):
            assert len(str(caught.value)) <= MOST
            assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "value",
    [*LONG.values(), 10**5_000, list(range(9_999)), b"x" * 12_000],
    ids=range(9),
)
def test_quoted(value):
    said = quoted(value)
    assert len(said) <= 60
    assert said.isprintable()
    assert quoted("Émile's d4") == '"Émile\'s d4"'

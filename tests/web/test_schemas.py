"""Tests with random requests: some from schemathesis, and others that are more realistic."""

import pytest
from hypothesis import HealthCheck, given, strategies as st
from marks import examples
from web_client import served

from pegsolitaire.board import named_board
from pegsolitaire.web.app import make_api
from pegsolitaire.web.guard import Guard


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    import schemathesis  # slow to import

    api = make_api(tmp_path_factory.mktemp("home"))
    app = Guard(api, {"testserver"})
    yield schemathesis.openapi.from_asgi("/api/openapi.json", app)
    api.state.desk.close()


@pytest.mark.slow
@pytest.mark.xdist_group("one description")
@pytest.mark.parametrize("part", range(6))
def test_the_description_is_kept(described, part):
    from schemathesis import GenerationMode

    cases = [
        (path, method, mode)
        for path, methods in described.raw_schema["paths"].items()
        for method, operation in methods.items()
        for mode in GenerationMode
        if mode.is_positive or "parameters" in operation or "requestBody" in operation
    ]
    assert len(cases) > 40
    for path, method, mode in cases[part::6]:
        keep_to(described[path][method], mode)


def keep_to(operation, mode):
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as openapi

    checks = [not_a_server_error, openapi.status_code_conformance]
    checks += [openapi.content_type_conformance, openapi.response_schema_conformance]

    @examples(12, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def ask(case):
        case.call_and_validate(checks=checks, timeout=300)

    ask()


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


T4 = named_board("triangle4")
BOARDS = st.one_of(
    st.sampled_from(["triangle4", "triangle5", "square3", "square:oooo/-oo/oooo", "star13"]),
    st.sampled_from(["english", "rectangle1x9", "triangular:o", "triangle12", "square20"]),
    st.builds("{}:{}".format, st.sampled_from(["square", "triangular", "square-diagonal"]),
              st.text("o-/", max_size=20)),
    st.text(max_size=12),
)  # fmt: skip
HOLES = st.one_of(
    st.sampled_from(["a1", "b2", "a3", "any", "(0,2)", "5", "d6"]),
    st.text("abcde1234567890,()*./:-+ \uff20", max_size=12),
)
CODES = st.one_of(
    st.integers(0, T4.full_code).map(lambda code: f"code:{code}"),
    st.integers(0, 1 << 78).map(lambda code: f"code:{code:#x}"),
    st.sampled_from(["*/../..*", "*/.*/..*/....", "code:", "code:5"]),
)
ROUTES = [
    "board", "problem", "verdicts", "solution", "hint", "rivals", "why", "proofs", "best-ending",
    "games", "assessment",
]  # fmt: skip


@pytest.mark.slow
@examples(600, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    route=st.sampled_from(ROUTES),
    board=BOARDS,
    start=st.one_of(HOLES, CODES),
    finish=st.one_of(st.none(), st.just("any"), HOLES, CODES),
    position=CODES,
)
def test_anything(web, route, board, start, finish, position):
    words = {"board": board, "start": start, "finish": finish, "position": position}
    words = {name: word for name, word in words.items() if word is not None}
    assert web.answer("GET", f"/api/{route}", params=words).status_code in (200, 422)

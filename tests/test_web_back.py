"""Computations that take too long, are too many, or fail: the server says so and goes on."""

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from web_client import served

from pegsolitaire.analysis import Guide
from pegsolitaire.web import back
from pegsolitaire.web.desk import Desk

GAME = {"board": "triangle5", "start": "a1", "position": "code:32766"}


@pytest.fixture
def web(tmp_path):
    with served(tmp_path) as asker:
        yield asker


@pytest.fixture
def stuck(monkeypatch):
    """Hints that take until the test ends, and how many are under way."""
    end, begun = threading.Event(), threading.Semaphore(0)

    def wait(*_):
        begun.release()
        end.wait(30)

    monkeypatch.setattr(Guide, "advice", wait)
    yield begun
    end.set()


def test_what_takes_too_long_is_given_up(web, monkeypatch, stuck):
    monkeypatch.setattr(back, "_PATIENCE", 0.1)
    assert web.mistake("hint", 503, **GAME) == "BusyError: not computed within 0 seconds"
    assert stuck.acquire(timeout=30)


def test_what_is_given_up_keeps_its_thread(web, monkeypatch, stuck):
    """Or the threads would pile up."""
    monkeypatch.setattr(back, "_PATIENCE", 0.1)
    for _ in range(5):
        assert "not computed" in web.mistake("hint", 503, **GAME)
    assert [stuck.acquire(timeout=0.1) for _ in range(3)] == [True, True, False]


def test_the_page_stays_usable(web, monkeypatch, stuck):
    web.get("problem", board="triangle5", start="a1")  # what is read once has been read
    monkeypatch.setattr(back, "_PATIENCE", 5)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(web.mistake, "hint", 503, **GAME) for _ in range(4)]
        assert stuck.acquire(timeout=30)
        assert web.get("problem", board="triangle5", start="a1")["sets"]["state"] == "ready"
        assert web.get("verdicts", **GAME)["source"] == "sets"
        assert web.get("boards")["boards"]
        assert web.answer("GET", "/").status_code == 200
        assert all("not computed" in one.result() for one in asked)


def test_puzzles_do_not_wait_for_problems(web, monkeypatch):
    """Sets of a problem may be read for a while."""
    end, begun = threading.Event(), threading.Semaphore(0)

    def standing(*_):
        begun.release()
        end.wait(30)
        raise back.BusyError("enough")

    monkeypatch.setattr(Desk, "standing", standing)
    with ThreadPoolExecutor(3) as pool:
        asked = [
            pool.submit(web.mistake, "problem", 503, board="triangle5", start="a1")
            for _ in range(2)
        ]
        assert all(begun.acquire(timeout=30) for _ in asked)
        try:
            assert pool.submit(web.get, "puzzles").result(timeout=90)["sets"]
        finally:
            end.set()
        assert {one.result() for one in asked} == {"BusyError: enough"}


def test_a_thread_that_cannot_be_started_keeps_no_place(web, monkeypatch):
    class NoThread(threading.Thread):
        def start(self):
            raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(back, "threading", SimpleNamespace(Thread=NoThread))
        for _ in range(3):  # one more than there are places
            assert "can start no more threads" in web.mistake("hint", 503, **GAME)
    assert web.get("hint", **GAME)["jump"]


def test_too_much_at_once(web, monkeypatch, stuck):
    monkeypatch.setattr(back, "_PATIENCE", 1)
    monkeypatch.setattr(back, "_QUEUED", 3)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(web.mistake, "hint", 503, **GAME) for _ in range(8)]
        said = [one.result() for one in asked]
    assert stuck.acquire(timeout=30)
    assert sum("too much to compute" in one for one in said) == 5
    assert sum("not computed within" in one for one in said) == 3


def test_a_thread_that_ends_is_free_again(web, monkeypatch):
    count, lock = [0, 0], threading.Lock()
    real = Guide.advice

    def advice(*words):
        with lock:
            count[0] += 1
            count[1] = max(count)
        try:
            return real(*words)
        finally:
            with lock:
                count[0] -= 1

    monkeypatch.setattr(Guide, "advice", advice)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: web.get("hint", **GAME)["jump"], range(24)))
    assert set(found) <= {"a3-a1", "c3-a1"}
    assert count[1] <= 2


def test_too_little_memory(web, monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(Guide, "advice", fail)
    assert "not enough memory" in web.mistake("hint", 503, **GAME)


def test_what_nobody_expected(web, monkeypatch, caplog):
    """The client is told nothing of it, and the log everything."""

    def fail(*_):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(Guide, "advice", fail)
    with pytest.raises(ZeroDivisionError):  # it is sent on to the server, which closes the line
        web.get("hint", **GAME)
    assert "a secret" in caplog.text
    assert web.get("boards")["boards"]


def test_what_nobody_expected_is_told_in_the_one_form(web, monkeypatch):
    monkeypatch.setattr(Guide, "advice", lambda *_: 1 / 0)
    answer = web.answer("GET", "/api/hint", params=GAME, raising=False)
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "InternalError"
    assert "ZeroDivision" not in answer.text

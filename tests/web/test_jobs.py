"""Tests of jobs that build sets: each runs once, in its own process, and reports its progress."""

import multiprocessing
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import programs
import pytest
from marks import quick_then
from private import private, set_private
from web_client import served

from pegsolitaire.board import named_board
from pegsolitaire.errors import BoardTooLargeError, StoreWarning
from pegsolitaire.game import Problem
from pegsolitaire.sets import PositionValues, WinningSets, store
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.web import jobs as all_jobs, queries as desks
from pegsolitaire.web.processes import NAME, BusyError
from pegsolitaire.web.queries import Desk
from pegsolitaire.work import Work

ENGLISH, T5, T6 = map(named_board, ("english", "triangle5", "triangle6"))
D1 = Problem.complement(ENGLISH, "d1")
A1 = Problem.to_any(T6.vacancy("a1"))
SMALL = {"board": "triangle6", "start": "a1", "finish": "any"}
MIDDLE = {"board": "english", "start": "d1", "finish": "d1"}
LONG = {"board": "french", "start": "d3", "slow": True}
LONG_PROBLEM = {name: LONG[name] for name in ("board", "start")}


def builders():
    """Return the processes of running jobs, without the processes that search for requests."""
    return [one for one in multiprocessing.active_children() if one.name != NAME]


@pytest.fixture
def web(tmp_path):
    with served(tmp_path) as asker:
        yield asker
    assert builders() == []


@pytest.fixture
def nothing_is_small(monkeypatch):
    """Make even the smallest sets large enough for a process."""
    set_private(monkeypatch, desks, _SMALL="1B")


def job(web, job_id):
    return web.desk.jobs.find(job_id).to_json()


def until(true):
    """Wait until a condition holds and return its value."""
    end = time.monotonic() + 90
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def process_of(web, job_id):
    """Return the process of a job once the job is running."""
    found = web.desk.jobs.find(job_id)
    until(lambda: found.process is not None and found.state == "running")
    return found.process


# -- listeners ----------------------------------------------------------------------------------


class Timer(threading.Thread):
    """A timer that a test fires by hand, even after it was cancelled.

    This simulates a timer that fires just before it is cancelled.
    """

    def __init__(self, _, work, args):
        super().__init__(target=work, args=args)
        self.all.append(self)
        self.cancelled = False

    def start(self):
        pass

    def cancel(self):
        self.cancelled = True

    def go_off(self):
        super().start()
        self.join(90)


@pytest.fixture
def timers(monkeypatch):
    """Return the timers of the jobs in order of creation."""
    monkeypatch.setattr(Timer, "all", [], raising=False)
    monkeypatch.setattr(threading, "Timer", Timer)
    return Timer.all


def test_a_job_is_left_alone_while_somebody_listens(web, timers):
    found = web.desk.jobs.find(web.start(**LONG)["id"])
    with web.desk.jobs.listening(found):
        with web.desk.jobs.listening(found):
            pass
        assert len(timers) == 1  # there is still a listener
        timers[-1].go_off()
        assert not found.ended
        web.desk.jobs.cancel(found)
        until(lambda: found.ended)
    assert len(timers) == 1  # there is nothing left to stop


def test_a_job_that_nobody_ever_listens_to_stops(web, monkeypatch):
    set_private(monkeypatch, all_jobs, _GRACE=0.05)
    found = web.desk.jobs.find(web.start(**LONG)["id"])
    assert until(lambda: found.state == "cancelled")


def test_who_comes_back_in_time_keeps_a_job(web, timers):
    """Timers from before the return have no effect, even if they still fire.

    Once everybody has left again, the job stops.
    """
    found = web.desk.jobs.find(web.start(**LONG)["id"])
    for _ in range(2):
        with web.desk.jobs.listening(found):
            pass
    first, second, third = timers
    assert (first.cancelled, second.cancelled, third.cancelled) == (True, True, False)
    first.go_off()
    second.go_off()
    assert not found.ended
    with web.desk.jobs.listening(found):
        third.go_off()
        assert not found.ended
    timers[-1].go_off()
    assert found.state == "cancelled"


def test_who_asks_again_keeps_a_job(web, timers):
    """A client may start the job again, as a second page does."""
    begun = web.start(**LONG)
    before = timers[-1]
    assert web.start(**LONG)["id"] == begun["id"]
    before.go_off()
    assert not web.desk.jobs.find(begun["id"]).ended


# -- running a job ------------------------------------------------------------------------------


def test_a_job_from_beginning_to_end(web, tmp_path):
    before = web.get("problem", **MIDDLE)["sets"]
    assert (before["state"], before["job"]) == ("absent", None)
    assert before["estimate"]["positions"] == 268_435_472
    begun = web.start(**MIDDLE)
    meanwhile = web.get("problem", **MIDDLE)["sets"]
    assert (meanwhile["state"], meanwhile["job"]) == ("building", begun["id"])
    assert meanwhile["estimate"] == before["estimate"]
    heard = web.events(begun["id"])
    assert heard[0]["state"] in ("waiting", "running")
    assert heard[-1]["state"] == "done"
    assert heard[-1] == job(web, begun["id"])
    told = [one for one in heard if one["total"]]
    assert len(told) > 2
    assert all(0 <= one["done"] <= one["total"] for one in told)
    assert len({one["done"] for one in told}) > 2
    assert any("positions" in one["note"] for one in told)
    assert web.get("problem", **MIDDLE)["sets"] == {
        "state": "ready", "message": "", "estimate": None, "job": None
    }  # fmt: skip
    stored = WinningSets.open(D1, root=tmp_path)
    start = f"code:{D1.starts[0]}"
    found = web.get("verdicts", **MIDDLE, position=[start])
    assert found["source"] == "sets"
    assert found["positions"][0]["winning"] == (D1.starts[0] in stored) is True
    again = Desk(tmp_path)
    assert again.standing(D1).state == "ready"
    assert again.wins(D1) == stored


def test_what_is_there_is_not_built_again(web):
    web.get("problem", **SMALL)
    done = web.start(**SMALL)
    assert (done["id"], done["state"], done["message"]) == (None, "done", "")


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_is_small")
def test_many_starts_are_one_job_and_many_listen(web):
    with ThreadPoolExecutor(8) as pool:
        begun = list(pool.map(lambda _: web.start(**SMALL), range(16)))
    ids = {one["id"] for one in begun} - {None}
    [job_id] = ids
    with ThreadPoolExecutor(8) as pool:
        heard = list(pool.map(lambda _: web.events(job_id), range(8)))
    assert {one[-1]["state"] for one in heard} == {"done"}
    assert [one["state"] for one in web.events(job_id)] == ["done"]
    assert web.start(**SMALL)["state"] == "done"


def test_too_many_listeners(web, monkeypatch):
    set_private(monkeypatch, all_jobs, _LISTENERS=1)
    long, begun = web.start(**LONG), web.start(**MIDDLE)
    with web.desk.jobs.listening(web.desk.jobs.find(long["id"])):
        assert "too many listeners" in web.mistake(f"jobs/{begun['id']}/events", 503)
    web.answer("DELETE", f"/api/jobs/{begun['id']}")
    assert [one["state"] for one in web.events(begun["id"])] == ["cancelled"]
    assert [web.desk.jobs.find(one["id"]).listeners for one in (long, begun)] == [0, 0]


# -- problems that are not built ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ({"board": "french", "start": "d3"}, "slow"),
        ({"board": "wiegleb", "start": "e5"}, "large"),
        ({"board": "wiegleb", "start": "e5", "slow": True}, "large"),
        ({"board": "triangle12", "start": "d6", "finish": "any", "slow": True}, "64 holes"),
        ({"board": "english", "start": "d4", "finish": "d3", "slow": True}, "position class"),
    ],
)
def test_what_is_refused(web, words, state):
    refused = web.start(**words)
    assert (refused["id"], refused["state"]) == (None, "refused")
    assert state in refused["message"]
    assert web.desk.jobs.under_way(Problem.complement(named_board("wiegleb"), "e5")) is None


def test_a_choice_is_given_with_an_estimate(web):
    sets = web.get("problem", **LONG_PROBLEM)["sets"]
    assert sets["state"] == "slow"
    assert 60 < sets["estimate"]["seconds"] < 600
    begun = web.start(**LONG)
    assert begun["state"] in ("waiting", "running")
    assert web.get("problem", **LONG_PROBLEM)["sets"]["state"] == "building"


# -- failures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "before"), quick_then((LONG, "slow"), (MIDDLE, "absent")), ids=["long", "middle"]
)
def test_a_process_that_is_killed(web, words, before):
    problem = {name: word for name, word in words.items() if name != "slow"}
    begun = web.start(**words)
    process_of(web, begun["id"]).kill()
    failed = web.events(begun["id"])[-1]
    assert failed["state"] == "failed"
    assert "its process ended before the work was done" in failed["message"]
    until(lambda: web.get("problem", **problem)["sets"]["state"] == before)
    again = web.start(**words)
    assert again["id"] != begun["id"]
    if words == MIDDLE:
        assert web.events(again["id"])[-1]["state"] == "done"
    else:
        assert process_of(web, again["id"]).is_alive()


def test_a_process_that_cannot_be_started(web, monkeypatch):
    def fail(*_):
        raise OSError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(multiprocessing.process.BaseProcess, "start", fail)
        assert web.events(web.start(**MIDDLE)["id"])[-1]["state"] == "failed"
    begun = web.start(**MIDDLE)
    assert process_of(web, begun["id"]).is_alive()


def test_cancelling(web):
    begun, waiting = web.start(**LONG), web.start(**MIDDLE)
    process = process_of(web, begun["id"])
    assert job(web, waiting["id"])["state"] == "waiting"
    for one in (waiting, begun):
        answer = web.answer("DELETE", f"/api/jobs/{one['id']}")
        assert (answer.status_code, answer.json()["state"]) == (200, "cancelled")
        assert job(web, one["id"])["state"] == "cancelled"
    until(lambda: not programs.is_running(process.pid))
    assert [one["state"] for one in web.events(begun["id"])] == ["cancelled"]
    assert web.answer("DELETE", f"/api/jobs/{begun['id']}").json()["state"] == "cancelled"
    assert web.get("problem", **MIDDLE)["sets"]["state"] == "absent"
    small = web.start(**MIDDLE)
    assert process_of(web, small["id"]).is_alive()


def test_a_queue_that_is_full(web):
    begun = web.start(**LONG)
    process_of(web, begun["id"])
    holes = ["d1", "d2", "d3", "d4", "c1", "c2", "c3", "b3", "a3", "a4"]
    asked = [{"board": "english", "start": hole, "slow": True} for hole in holes]
    waiting = [web.start(**one) for one in asked[:8]]
    assert {one["state"] for one in waiting} == {"waiting"}
    full = web.answer("POST", "/api/jobs", json=asked[8])
    assert full.status_code == 503
    assert full.json()["error"]["code"] == "BusyError"
    assert web.start(**asked[3])["id"] == waiting[3]["id"]
    web.answer("DELETE", f"/api/jobs/{waiting[0]['id']}")
    assert web.start(**asked[8])["state"] == "waiting"
    assert web.get("boards")["boards"]


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_is_small")
def test_a_store_that_cannot_be_written(tmp_path):
    """The sets reach the server through the pipe instead."""
    home = tmp_path / "home"
    home.write_text("not a folder")
    with served(home) as web:
        assert web.get("problem", **SMALL)["sets"]["state"] == "absent"
        assert web.events(web.start(**SMALL)["id"])[-1]["state"] == "done"
        assert web.get("problem", **SMALL)["sets"]["state"] == "ready"
        assert web.desk.wins(A1) == WinningSets.build(A1)
    assert home.read_text() == "not a folder"


def told_by_process(problem, root, numbers=False):
    """Build sets or numbers as the process of a job does, and return its messages."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    with ours, warnings.catch_warnings():
        with theirs:
            private(all_jobs, "_build")(theirs, problem, root, numbers)
        messages = []
        while ours.poll():
            try:
                messages.append(ours.recv())
            except EOFError:
                break
    return messages


def test_what_the_process_of_a_job_says(tmp_path, monkeypatch):
    """It sends its progress and stores what it builds, or sends that too if it cannot."""
    problem = Problem.complement(T5, "a1")
    file = tmp_path / "file"
    file.write_text("not a folder")
    for kind, numbers in ((WinningSets, False), (PositionValues, True)):
        *before, last = told_by_process(problem, tmp_path, numbers)
        assert {what for what, *_ in before} <= {"progress"}
        assert last == ("done", None)
        stored = kind.open(problem, root=tmp_path)
        what, levels = told_by_process(problem, file, numbers)[-1]
        assert what == "done"
        assert levels.keys() == stored.levels.keys()
        for pegs, sent in levels.items():
            at = stored.levels[pegs]
            assert np.array_equal(sent.codes, at.codes) if numbers else np.array_equal(sent, at)
    for error, said in (
        (MemoryError(), "not enough memory for this problem"),
        (BoardTooLargeError("too large"), "too large"),
    ):

        def fail(*_, error=error, **__):
            raise error

        monkeypatch.setattr(WinningSets, "load", fail)
        assert told_by_process(problem, tmp_path)[-1] == ("failed", said)


def damage(root):
    WinningSets.load(A1, work=Work(store=root))
    path = store.path_of(A1, "npz", root)
    path.write_bytes(path.read_bytes()[:100])
    return path


def test_sets_that_are_damaged(web, tmp_path):
    path = damage(tmp_path)
    damaged = path.read_bytes()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert web.get("problem", **SMALL)["sets"]["state"] == "ready"
    assert [one.category for one in told] == [StoreWarning]
    assert path.with_name(f"{path.name}.damaged").read_bytes() == damaged
    start = f"code:{A1.starts[0]}"
    found = web.get("verdicts", **SMALL, position=[start])
    wins = WinningSets.build(A1).verdicts(T6.vacancy("a1"))
    assert found["positions"][0]["jumps"] == {str(jump): won for jump, won in wins.items()}


@pytest.mark.slow
def test_sets_that_are_damaged_meanwhile(web, tmp_path):
    path = damage(tmp_path)
    begun = web.desk.jobs.start(A1)
    assert web.events(begun.id)[-1]["state"] == "done"
    assert path.with_name(f"{path.name}.damaged").exists()
    assert WinningSets.open(A1, root=tmp_path) == WinningSets.build(A1)


# -- shutdown -----------------------------------------------------------------------------------


def test_closing_ends_all(tmp_path):
    with served(tmp_path) as web:
        begun, waiting = web.start(**LONG), web.start(**MIDDLE)
        process = process_of(web, begun["id"])
        web.desk.close()
        assert not programs.is_running(process.pid)
        assert builders() == []
        assert [job(web, one["id"])["state"] for one in (begun, waiting)] == ["cancelled"] * 2
        with pytest.raises(BusyError, match="too many sets"):
            web.desk.jobs.start(D1)


def test_jobs_of_long_ago_are_forgotten(web, monkeypatch):
    set_private(monkeypatch, all_jobs, _MAX_FINISHED_JOBS=1)
    web.start(**LONG)
    ended = []
    for hole in ("d1", "d2", "d4"):
        ended.append(web.start(board="english", start=hole)["id"])
        web.answer("DELETE", f"/api/jobs/{ended[-1]}")
    web.start(board="english", start="d3")
    assert "there is no job" in web.mistake(f"jobs/{ended[0]}/events", 404)
    assert job(web, ended[-1])["state"] == "cancelled"


# -- stored sets --------------------------------------------------------------------------------


def source(web, **words):
    """Return the source of verdicts, without asking for the problem first."""
    return web.get("verdicts", **words, position=[f"code:{A1.starts[0]}"])["source"]


def test_stored_sets_are_opened_for_whoever_asks(web, tmp_path, monkeypatch):
    """They may be closed while a page is open: for other sets, or when the server restarts."""
    WinningSets.load(A1, work=Work(store=tmp_path))
    set_private(monkeypatch, desks, _MAX_OPEN_SETS=1)
    for _ in range(2):
        assert source(web, **SMALL) == "sets"
        web.get("problem", board="triangle5", start="a1")
        assert web.desk.wins(A1) is None


def test_sets_that_would_fill_the_memory_are_not_opened(web, tmp_path, monkeypatch):
    WinningSets.load(A1, work=Work(store=tmp_path))
    set_private(monkeypatch, desks, _OPEN=1000)
    monkeypatch.setattr(WinningSets, "open", None)
    sets = web.get("problem", **SMALL)["sets"]
    assert (sets["state"], sets["estimate"]["positions"]) == ("large", class_bound(A1).positions)
    assert source(web, **SMALL) == "search"
    assert web.start(**SMALL)["state"] == "refused"


def test_sets_that_are_stored_meanwhile_are_seen(web, tmp_path, monkeypatch):
    """Stored sets are found even if the problem was considered too large before."""
    set_private(monkeypatch, desks, _SMALL="1B", _QUICK=1, _LARGE=1)
    assert web.get("problem", **SMALL)["sets"]["state"] == "large"
    WinningSets.load(A1, work=Work(store=tmp_path))
    assert web.get("problem", **SMALL)["sets"]["state"] == "ready"


def test_a_problem_does_not_wait_for_the_sets_of_another(web, monkeypatch):
    end, begun, real = threading.Event(), threading.Event(), WinningSets.find

    def slowly(problem, *, root):
        if problem == A1:
            begun.set()
            end.wait(30)
        return real(problem, root=root)

    monkeypatch.setattr(WinningSets, "find", slowly)
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(web.get, "problem", **SMALL)
        assert begun.wait(90)
        try:
            other = pool.submit(web.get, "problem", board="triangle5", start="a1")
            assert other.result(timeout=90)["sets"]["state"] == "ready"
        finally:
            end.set()
        assert slow.result(timeout=90)["sets"]["state"] == "ready"

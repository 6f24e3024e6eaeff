"""Tests of computations that take too long, are too many or fail: the server keeps working."""

import asyncio
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import timeit
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from time import sleep
from types import SimpleNamespace

import programs
import pytest
from kernels import signatures
from private import private, set_private
from web_client import run_apart, served

from pegsolitaire.advice import Guide
from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.chance import PLAYERS, compile_players, quick_chance, simulate
from pegsolitaire.errors import PegSolitaireError, ProblemError, UnknownBoardError
from pegsolitaire.game import Problem
from pegsolitaire.web import jobs, processes as workers, routes
from pegsolitaire.web.processes import BusyError, Patience, Processes, Task
from pegsolitaire.web.queries import Desk

GAME = {"board": "triangle5", "start": "a1", "position": "code:32766"}

alone = pytest.mark.xdist_group("one calm server")


@contextmanager
def with_sets(root):
    """Run a server that has the winning sets, so that threads answer questions about the game."""
    with served(root, anew=True) as asker:
        assert asker.get("problem", board="triangle5", start="a1")["sets"]["state"] == "ready"
        yield asker


@pytest.fixture
def web(tmp_path):
    with with_sets(tmp_path) as asker:
        yield asker


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """A server for tests that leave no work running in it."""
    with with_sets(tmp_path_factory.mktemp("home")) as asker:
        yield asker


@pytest.fixture
def stuck(monkeypatch):
    """Make solutions block until the test ends, and count how many have started."""
    end, begun = threading.Event(), threading.Semaphore(0)

    def wait(*_, **__):
        begun.release()
        end.wait(30)

    monkeypatch.setattr(Guide, "solution", wait)
    yield begun
    end.set()


def test_what_takes_too_long_is_given_up(web, monkeypatch, stuck):
    """It keeps its thread, because otherwise threads would accumulate."""
    set_private(monkeypatch, jobs, _CEILING=0.1)
    for _ in range(5):
        assert web.mistake("solution", 503, **GAME) == (
            "BusyError: this takes more than 600 seconds, or the machine is busy: it was stopped"
        )
    assert [stuck.acquire(timeout=wait) for wait in (30, 30, 0.1)] == [True, True, False]


def test_what_comes_first_is_tried_again_where_it_failed():
    tried = []

    def first():
        tried.append("once")
        if len(tried) == 1:
            raise ProblemError("not yet")

    async def ask():
        place = jobs.Back(threads=1, first=first)
        with pytest.raises(ProblemError, match="not yet"):
            await place.run(lambda: 1)
        return await place.run(lambda: 2), await place.run(lambda: 3)

    assert run_apart(ask) == (2, 3)
    assert len(tried) == 2


@pytest.mark.slow
def test_the_first_chance_of_a_server_waits_for_its_kernels(tmp_path, monkeypatch):
    """The time limit starts when they are compiled, which may take longer."""
    set_private(monkeypatch, jobs, _CEILING=2)
    monkeypatch.setattr(routes, "compile_players", lambda: sleep(2.2))
    known = {"exact": True, "win_probability": 0.5, "mean_pegs": 2.0}
    unknown = dict.fromkeys(("games", "wins", "interval"))
    set_private(monkeypatch, routes, _chance=lambda *_: {**known, **unknown})
    with served(tmp_path, anew=True) as web:
        assert web.get("chance", **GAME)["win_probability"] == 0.5


def test_compiling_players_compiles_all_that_a_chance_uses():
    """Afterwards, no player compiles anything else on any board."""
    compile_players()
    before = signatures()
    for name in PLAYERS:
        quick_chance(Problem.to_any(triangle(5).vacancy("a1")), player=name)
    simulate(Problem.complement(english(), "d4"), games=10)
    assert signatures() == before


@pytest.mark.slow
def test_the_page_stays_usable(web, monkeypatch, stuck):
    # Load everything that is read only once.
    web.get("verdicts", **GAME)
    web.get("boards")
    set_private(monkeypatch, jobs, _CEILING=6)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(web.mistake, "solution", 503, **GAME) for _ in range(4)]
        assert stuck.acquire(timeout=30)
        assert web.get("problem", board="triangle5", start="a1")["sets"]["state"] == "ready"
        assert web.get("verdicts", **GAME)["source"] == "sets"
        assert web.get("boards")["boards"]
        assert web.answer("GET", "/").status_code == 200
        assert all("was stopped" in one.result(timeout=90) for one in asked)


def test_puzzles_do_not_wait_for_problems(web, monkeypatch):
    """Reading the sets of a problem may take a while."""
    end, begun = threading.Event(), threading.Semaphore(0)

    def standing(*_):
        begun.release()
        end.wait(30)
        raise BusyError("enough")

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
        assert {one.result(timeout=90) for one in asked} == {"BusyError: enough"}


@alone
def test_a_thread_that_cannot_be_started_keeps_no_place(calm, monkeypatch):
    class NoThread(threading.Thread):
        def start(self):
            raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "threading", SimpleNamespace(Thread=NoThread))
        for _ in range(3):  # one more than there are places
            assert "can start no more threads" in calm.mistake("solution", 503, **GAME)
    assert calm.get("solution", **GAME)["jumps"]


@pytest.mark.slow
def test_too_much_at_once(web, monkeypatch, stuck):
    set_private(monkeypatch, jobs, _CEILING=4)  # long enough for all requests to arrive
    set_private(monkeypatch, jobs, _QUEUED=3)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(web.mistake, "solution", 503, **GAME) for _ in range(8)]
        said = [one.result(timeout=90) for one in asked]
    assert stuck.acquire(timeout=30)
    assert sum("the server is busy" in one for one in said) == 5
    assert sum("was stopped" in one for one in said) == 3


@alone
def test_a_thread_that_ends_is_free_again(calm, monkeypatch):
    count, lock = [0, 0], threading.Lock()
    real = Guide.solution

    def solution(*words, **limits):
        with lock:
            count[0] += 1
            count[1] = max(count)
        try:
            return real(*words, **limits)
        finally:
            with lock:
                count[0] -= 1

    monkeypatch.setattr(Guide, "solution", solution)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: calm.get("solution", **GAME)["jumps"][0], range(24)))
    assert set(found) <= {"a3-a1", "c3-a1"}
    assert count[1] <= 2


@alone
def test_too_little_memory(calm, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    monkeypatch.setattr(Guide, "solution", fail)
    assert "not enough memory" in calm.mistake("solution", 503, **GAME)


@alone
def test_what_nobody_expected(calm, monkeypatch, caplog):
    """The client sees no details of the error, but the log has all of them."""

    def fail(*_, **__):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(Guide, "solution", fail)
    answer = calm.answer("GET", "/api/solution", params=GAME, raising=False)
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "InternalError"
    assert "ZeroDivision" not in answer.text
    assert "a secret" not in answer.text
    assert "a secret" in caplog.text
    assert calm.get("boards")["boards"]


# -- computations in processes ------------------------------------------------------------------


def apart(*works, threads=2):
    """Start several tasks at once, each a function and its arguments, and return the results."""

    async def ask():
        place = jobs.Back(threads, processes=processes(threads))
        asked = [place.run_apart(*work) for work in works]
        return await asyncio.gather(*asked, return_exceptions=True)

    return run_apart(ask)


processes = cache(Processes)  # each takes a second to start


@pytest.mark.slow
def test_searches_have_a_process_of_their_own():
    one, other = apart((os.getpid,), (pow, 2, 100), threads=1)
    assert (one != os.getpid(), other) == (True, 2**100)
    assert apart((os.getpriority, os.PRIO_PROCESS, 0)) == [10]


WAITING = sleep, 100
COMPUTING = timeit.timeit, "pass", "pass", time.perf_counter, 10**12


@pytest.mark.slow
def test_a_process_that_takes_too_long_is_ended(monkeypatch, tmp_path):
    """Another process then handles the next task."""

    processes = Processes(1)

    async def ask():
        place = jobs.Back(1, processes=processes)
        found = [await place.run_apart(os.getpid)]
        for limit, work in ({"_CEILING": 0.3}, WAITING), ({"_PATIENCE": 0.3}, COMPUTING):
            with monkeypatch.context() as patch:
                set_private(patch, jobs, **limit)
                with pytest.raises(BusyError, match="was stopped"):
                    await place.run_apart(*work)
            found.append(await place.run_apart(os.getpid))
        return found

    found = run_apart(ask)
    processes.close()
    assert len(set(found)) == 3
    end = time.monotonic() + 60
    while any(map(programs.is_running, found)):
        assert time.monotonic() < end
        sleep(0.05)


@pytest.mark.slow
def test_patience_with_a_search_begins_with_it(monkeypatch):
    """Time spent in the queue does not count, so no finished work is discarded."""
    set_private(monkeypatch, jobs, _PATIENCE=0.5)
    works = [(timeit.timeit, "while process_time() < end: pass", SETUP, time.perf_counter, 1)] * 4
    assert all(isinstance(found, float) for found in apart(*works, threads=1))


SETUP = "from time import process_time; end = process_time() + 0.3"


@pytest.mark.slow
def test_patience_waits_for_the_processor(monkeypatch):
    """A process that gets no processor time may take longer by the clock."""
    set_private(monkeypatch, jobs, _PATIENCE=0.1)
    assert apart((sleep, 1)) == [None]


def test_patience_waits_for_the_clock():
    """Computations on many cores use more processor time than elapsed time."""
    patience = Patience(1000)
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        pass
    assert patience.left > 999 - time.monotonic() + begun
    assert Patience(0).left <= 0


@pytest.mark.slow
def test_a_process_that_was_ended_is_replaced_before_the_next_task(monkeypatch):
    """The next task does not have to wait for a new process to import all modules."""
    set_private(monkeypatch, jobs, _CEILING=0.3)
    processes = Processes(2)

    async def ask():
        place = jobs.Back(2, processes=processes)
        with pytest.raises(BusyError, match="was stopped"):
            await place.run_apart(*WAITING)

    run_apart(ask)
    while not private(processes, "_idle"):
        sleep(0.05)
    processes.close()


@pytest.mark.slow
def test_no_more_processes_than_there_may_be():
    found = apart(*[(os.getpid,)] * 12, threads=2)
    assert 1 <= len(set(found)) <= 2


@pytest.mark.slow
def test_a_process_that_ends():
    one, other = apart((os._exit, 1), (math.sqrt, 4), threads=1)
    assert isinstance(one, BusyError)
    assert "ended before the work was done" in str(one)
    assert other == 2


def test_a_process_that_cannot_be_started(monkeypatch):
    def refuse(*_):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    processes.cache_clear()
    monkeypatch.setattr(multiprocessing, "get_context", refuse)
    (said,) = apart((os.getpid,))
    assert isinstance(said, BusyError)
    assert "can start no more processes" in str(said)


@pytest.mark.slow
def test_what_fails_there_fails_here():
    wrong, unexpected = apart((named_board, "englsh"), (math.sqrt, -1))
    assert isinstance(wrong, UnknownBoardError)
    assert "english" in str(wrong)
    assert isinstance(unexpected, ValueError)
    assert "Traceback" in unexpected.__notes__[0]


def test_a_process_does_one_task_after_another(monkeypatch):
    """It answers when it is ready and after each task, until its pipe is closed."""
    niceness = []
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # a thread plays the process here
    monkeypatch.setattr(os, "setpriority", lambda *how: niceness.append(how[-1]), raising=False)
    ours, theirs = multiprocessing.Pipe()
    with ThreadPoolExecutor(1) as pool, ours:
        ended = pool.submit(private(workers, "_work"), theirs)
        assert ours.recv() is None
        ours.send((math.sqrt, (4,), 600.0))
        assert ours.recv() == (True, 2)
        ours.send((math.sqrt, (-1,), 600.0))
        is_answer, error = ours.recv()
        assert (is_answer, type(error)) == (False, ValueError)
        assert "Traceback" in error.__notes__[0]
        ours.close()
        assert ended.result(30) is None
    assert niceness == ([] if sys.platform == "win32" else [10])


def test_a_process_ends_itself_when_its_patience_is_over(monkeypatch):
    done, codes = threading.Event(), []

    def leave(code):
        codes.append(code)
        done.set()

    monkeypatch.setattr(os, "_exit", leave)
    private(workers, "_watch")(Patience(0), done)
    assert codes == [private(workers, "_SPENT")]


def test_no_process_is_started_for_nothing():
    """Neither for a task that was cancelled before it began, nor when the server is ending."""
    task, none = Task(pow, (2, 3), 60), Processes(1)
    none.close()
    with pytest.raises(BusyError, match="the server is ending"):
        none.run(task)
    none = Processes(1)
    none.cancel(task)
    with pytest.raises(TimeoutError):
        none.run(task)


class Played:
    """Plays a process: it does tasks in their own threads until it is ended."""

    def __init__(self):
        self.is_running, self.idle_since, self.ended = True, 0.0, threading.Event()
        self.all.append(self)

    def get_ready(self):
        pass

    def run(self, task):
        return task.work(self, *task.given)

    def end(self):
        self.is_running = False
        self.ended.set()


@pytest.fixture
def played(monkeypatch):
    """Let threads play the processes, and return them in the order in which they began."""
    monkeypatch.setattr(Played, "all", [], raising=False)
    set_private(monkeypatch, workers, _Worker=Played)
    return Played.all


def same(worker):
    return worker


def test_a_process_that_has_ended_gets_no_more_tasks(played):
    processes = Processes(1)
    first = processes.run(Task(same, (), 60))
    assert processes.run(Task(same, (), 60)) is first
    first.end()
    second = processes.run(Task(same, (), 60))
    assert played == [first, second]
    processes.close()
    assert not second.is_running


def test_processes_without_tasks_are_ended_but_for_the_last(played, monkeypatch):
    set_private(monkeypatch, workers, _IDLE=-1.0)
    processes, both = Processes(2), threading.Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        tasks = [Task(lambda worker: both.wait(30), (), 60) for _ in range(2)]
        assert sorted(pool.map(processes.run, tasks)) == [0, 1]
    assert [one.is_running for one in played].count(True) == 1
    assert processes.run(Task(same, (), 60)).is_running


def test_a_task_that_is_cancelled_ends_its_process(played):
    """Another one begins before there is a task for it."""

    def wait(worker):
        begun.set()
        assert worker.ended.wait(30)
        raise TimeoutError

    processes, begun = Processes(1), threading.Event()
    task = Task(wait, (), 60)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(processes.run, task)
        assert begun.wait(30)
        processes.cancel(task)
        assert isinstance(asked.exception(30), TimeoutError)
    [first, second] = [played[0], processes.run(Task(same, (), 60))]
    assert (first.is_running, second.is_running, len(played)) == (False, True, 2)


def test_a_process_that_is_being_started_is_ended_too(monkeypatch):
    """Otherwise it would not get all that it needs from a server that ends, and would fail."""
    begun, may_go_on, is_ready, ended = *(threading.Event() for _ in range(3)), []

    class Slow:
        is_running = False

        def __init__(self):
            begun.set()
            assert may_go_on.wait(60)

        def get_ready(self):
            assert is_ready.wait(60)

        def end(self):
            ended.append(self)

    set_private(monkeypatch, workers, _Worker=Slow)
    pool = Processes(1)
    with ThreadPoolExecutor(2) as threads:
        try:
            answer = threads.submit(pool.run, Task(pow, (2, 3), 60))
            assert begun.wait(60)
            closing = threads.submit(pool.close)
            with pytest.raises(TimeoutError):
                closing.result(0.2)
            may_go_on.set()
            closing.result(60)
            assert len(ended) == 1
        finally:
            may_go_on.set()
            is_ready.set()
        with pytest.raises(BusyError, match="the server is ending"):
            answer.result(60)


def subclasses(kind):
    return {kind, *(below for one in kind.__subclasses__() for below in subclasses(one))}


def test_errors_travel():
    for kind in subclasses(PegSolitaireError):
        if kind.__module__.startswith("pegsolitaire"):
            copied = pickle.loads(pickle.dumps(kind("said")))
            assert (type(copied), str(copied)) == (kind, "said")


LARGE = {"board": "triangle12", "start": "d5", "finish": "any"}  # too large for sets


@pytest.fixture
def counted(monkeypatch):
    """Record the names of the functions that run in processes."""
    found = []

    def task(work, given, patience):
        found.append(work.__name__)
        return Task(work, given, patience)

    monkeypatch.setattr(jobs, "Task", task)
    return found


@pytest.mark.slow
def test_what_is_searched_for_in_processes(web, counted):
    """Questions run in processes if there are no sets, or if they never need sets."""
    board = named_board("triangle12")
    at = board.vacancy("d5").text()
    assert web.get("verdicts", **LARGE, position=at)["source"] == "search"
    for route in ("solution", "hint", "rivals", "why", "proofs", "games", "explore"):
        assert web.get(route, **LARGE, position=at)
    assert web.get("best-ending", **LARGE, position=at) is None
    jump = str(next(iter(board.vacancy("d5").legal_jumps)))
    answer = web.answer("POST", "/api/review", json={**LARGE, "jumps": [jump]})
    assert answer.status_code == 200
    assert web.get("assessment", board="triangle5", position="code:7")
    assert web.get("reach", board="triangle5", position="code:7", hole="a1")
    assert web.get("board", board="square:ooo/ooo/ooo")["holes"]
    assert web.get("construction", board="triangle8", start="a1", finish="any")["solvable"]
    assert counted == [
        "verdicts", "solution", "hint", "rivals", "why", "proofs", "games", "explored",
        "best_ending", "looked_back", "assessment", "reached", "playable", "construction",
    ]  # fmt: skip


def test_what_is_looked_up_in_threads(web, counted):
    for route in ("verdicts", "solution", "hint", "rivals", "why", "proofs", "games", "explore"):
        assert web.get(route, **GAME)
    assert web.get("best-ending", **GAME) is None
    assert counted == []


def test_the_same_question_is_answered_once(web, counted):
    """Only answers that say something are kept, since sets may allow a better answer later."""
    at = named_board("triangle12").vacancy("d5").text()
    answers = [web.get("hint", **LARGE, position=at) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert counted.count("hint") == (1 if answers[0]["jump"] else 3)
    assert [web.get("why", **LARGE, position=at) for _ in range(2)] == [{"claim": None}] * 2
    assert counted.count("why") == 2


@pytest.mark.slow
def test_cheap_answers_come_while_searches_go_on(web):
    """Twenty searches run at once; `benchmarks/load.py` measures how long answers take."""
    web.get("boards")
    words = {"board": "rhombus8", "start": "d4", "finish": "any"}
    with ThreadPoolExecutor(20) as pool:
        asked = [
            pool.submit(
                *(web.answer, "GET", "/api/proofs"),
                params={**words, "position": f"code:{0x5A5A5A5A0F + n:#x}"},
            )
            for n in range(20)
        ]
        times = []
        while not all(one.done() for one in asked):
            begin = time.monotonic()
            assert web.get("boards")
            times.append(time.monotonic() - begin)
            sleep(0.05)
        assert {one.result().status_code for one in asked} <= {200, 503}
    assert sorted(times)[len(times) // 2] < 1

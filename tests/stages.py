"""Record the stages of long work."""

from pegsolitaire.work import Progress


class Stages(Progress):
    """Records the stages of some work and its announcements."""

    def __init__(self):
        self.stages, self.announced, self.steps = [], [], 0

    def stage(self, what, total=None):
        self.stages.append(what)

    def update(self, done, note=""):
        self.steps += 1

    def announce(self, text):
        self.announced.append(text)

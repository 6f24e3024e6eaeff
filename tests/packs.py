"""Read packs as docs/formats.md describes them, without the code that writes them."""

import json
from hashlib import sha256

import numpy as np

from pegsolitaire.board import apply_permutation
from pegsolitaire.errors import StoreDamagedError


class ReadPack:
    """The header of a pack, and its sorted codes by number of pegs."""

    def __init__(self, data):
        if sha256(data[:-32]).digest() != data[-32:]:
            raise StoreDamagedError("the checksum does not match")
        end = 12 + int.from_bytes(data[8:12], "little")
        assert (data[:8], end % 4) == (b"PEGSPACK", 0)
        self.header = json.loads(data[12:end])
        self.body = data[end:-32]
        self._counts = counts_of(self.header["classes"])
        self.levels, offset = {}, 0
        for entry in self.header["levels"]:
            assert entry["offset"] == offset
            offset += entry["bytes"]
            gaps = gaps_of(self.body[entry["offset"] : offset], entry["count"], entry["order"])
            self.levels[entry["pegs"]] = self._codes(np.cumsum(gaps + 1) - 1, entry["pegs"])
        assert offset == len(self.body)

    def _codes(self, ranks, pegs):
        """Return the codes of the positions with these ranks."""
        codes = np.zeros(len(ranks), np.uint64)
        p, c = np.full(len(ranks), pegs), np.full(len(ranks), self.header["class"])
        for i, label in reversed([*enumerate(self.header["classes"])]):
            before = self._counts[i, p, c]
            peg = ranks >= before  # the positions without a peg in this hole have the lower ranks
            codes[peg] |= np.uint64(1 << i)
            ranks, p, c = ranks - before * peg, p - peg, c ^ label * peg
        assert not np.any([ranks, p, c])
        return codes

    def __contains__(self, code):
        holes = len(self.header["classes"])
        if self.header["halved"] and 2 * code.bit_count() > holes:
            code ^= (1 << holes) - 1
        least = min(apply_permutation(image, code) for image in self.header["group"])
        level = self.levels.get(code.bit_count(), [])
        place = np.searchsorted(level, np.uint64(least))
        return place < len(level) and int(level[place]) == least


def counts_of(classes):
    """Return the array ``counts[i][p][c]``."""
    holes, size = len(classes), 1 << max(classes).bit_length()
    counts = np.zeros((holes + 1, holes + 1, size), np.int64)
    counts[0, 0, 0] = 1
    for i, label in enumerate(classes):
        counts[i + 1] = counts[i]
        counts[i + 1, 1:] += counts[i, :-1][:, np.arange(size) ^ label]
    return counts


def gaps_of(data, count, order):
    """Return the gaps that the bytes of a level encode."""
    bits = "".join(f"{byte:08b}" for byte in data)
    gaps, at = [], 0
    for _ in range(count):
        one = bits.index("1", at)
        at, begin = 2 * one - at + order + 1, one
        gaps.append(int(bits[begin:at], 2) - 2**order)
    assert len(bits) - at < 8
    assert "1" not in bits[at:]
    return np.array(gaps, np.int64)

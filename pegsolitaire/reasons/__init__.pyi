from .claims import Claim as Claim, find_claim as find_claim
from .explaining import Explanation as Explanation, explain as explain
from .losing_lines import DeadEnd as DeadEnd, dead_ends as dead_ends
from .telling import ProofPart as ProofPart, Telling as Telling, tell as tell

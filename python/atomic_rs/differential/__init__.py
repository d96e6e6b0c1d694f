"""The core beside the reference model, or beside any other program, and where they differ.

The core and the reference share nothing but text, so a fault in one of them shows as a difference
between them. A `Pair` holds a `Board` of the core beside the list of positions that the reference
model makes of the same moves; `Beside` does the same for a program that speaks UCI. A `walk` plays
random games on them, and `descend` finds the exact position where two move trees part.

>>> tally = walk(200, seed=1)
>>> tally.positions >= 200, tally.differences
(True, [])
"""

from .beside import Beside as Beside
from .beside import ReferenceInstead as ReferenceInstead
from .beside import compare_with as compare_with
from .beside import descend as descend
from .campaign import Peer as Peer
from .campaign import Plan as Plan
from .campaign import campaign as campaign
from .difference import Case as Case
from .difference import Compared as Compared
from .difference import Difference as Difference
from .pair import Pair as Pair
from .pair import flags as flags
from .pair import spoken as spoken
from .pair import told as told
from .walk import Tally as Tally
from .walk import replay as replay
from .walk import walk as walk

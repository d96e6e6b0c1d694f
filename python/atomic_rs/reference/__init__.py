"""The reference model: the rules of atomic chess as plain Python that a chess player can read.

It shares nothing with the fast core but text (FEN, UCI moves, names of rule sets), so that each can
be tested against the other. It is written to be read and to be right; for speed use the core.

>>> start = parse_fen("rnbqkb1r/pppppppp/5n2/6N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 2 2")
>>> to_fen(apply(start, "g5f7"))
'rnbq3r/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 2'
>>> outcome([start, apply(start, "g5f7")])
Outcome(result='1-0', reason='king_exploded', winner='w')
"""

from .apply import apply as apply
from .explosion import burnt as burnt
from .explosion import ground_zero as ground_zero
from .fen import parse_fen as parse_fen
from .fen import status as status
from .fen import to_fen as to_fen
from .movegen import in_check as in_check
from .movegen import is_capture as is_capture
from .movegen import kings_touch as kings_touch
from .movegen import legal_moves as legal_moves
from .outcome import Outcome as Outcome
from .outcome import insufficient_material as insufficient_material
from .outcome import outcome as outcome
from .outcome import repetition_count as repetition_count
from .outcome import repetition_key as repetition_key
from .perft import divide as divide
from .perft import perft as perft
from .position import Position as Position
from .rules import RULES as RULES
from .rules import Rules as Rules
from .rules import find_rules as find_rules

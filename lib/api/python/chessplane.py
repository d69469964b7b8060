# SPDX-License-Identifier: MIT
"""Recorded games of chess variants, from FIDE chess to boards without edges: read, judged by their
rules, rewritten, drawn and asked, by the library of chessplane(3).

>>> import chessplane
>>> text = '1. f3 e5 2. g4 Qh4# 0-1   1. e4 e5 2. Ke3 *'
>>> for game in chessplane.games(text, variant='fide'):
...     verdict = game.check()
...     print(game.number, verdict.plies, verdict.outcome, verdict.reason or 'good')
1 4 checkmate good
2 2 none cannot-reach

`read` takes a file by its name, or one that is open for bytes, of any size, packed or not: one game
at a time is in memory. Places in messages are those in the file.

>>> with chessplane.read('games.pgn.gz') as reader:                               # doctest: +SKIP
...     table = pandas.DataFrame(reader.rows('games', columns=['White', 'Black', 'plies']))

A `Game` lives as long as you keep it: when its reader reads on, it is laid aside as its record, and
read from that when it is asked again, as the tools do it with a pipe. So `list(read(name))` is what
it seems to be, and a loop that keeps no game runs in flat memory.

Games are also made move by move, and squares are text, so none is too far away:

>>> game = chessplane.new('coaip', start='w: K (5,1), R (1,2); b: K (5,9)')
>>> [man.square for man in game.make('R(1,2)-(1,1' + 30 * '0' + ')').board.men if man.name == 'rook']
['(1,1000000000000000000000000000000)']
>>> game.take_back().make('R(9,9)')
Traceback (most recent call last):
chessplane.Refused: -:1:0: error: no such piece can reach that square: R(9,9): R(1,2)-(9,9) [cannot-reach]

Options are those of the tools, by their names: `to_frame='classical', strict=True, ply=(1, 2),
has=['check', 'castling'], not_=True` is --to-frame=classical --strict --ply=1,2 --has=check
--has=castling --not. None and False leave one out, and a `_` behind a word of Python is dropped.

What belongs to one reader, and one game that was made, is for one thread at a time; others run side
by side in other threads. The library is that of the environment variable CHESSPLANE_LIBRARY, or
that beside this file, or the one that is installed.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import mmap
import os
import pathlib
import sys
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Any, Literal, TypeVar

__all__ = ['read', 'games', 'new', 'version', 'Reader', 'Game', 'Move', 'Verdict', 'Legal', 'Board', 'Man', 'Message',
           'Error', 'Misuse', 'Refused', 'Failed', 'Stopped']

Side = Literal['white', 'black'] | None
Row = dict[str, Any]
_T = TypeVar('_T')

# ---- the library ----

_OK, _END, _REFUSED, _MISUSE, _FAILED, _NO_MEMORY, _STOPPED = range(7)
_LAST = 0xFFFFFFFF
_AFRESH = ('next', 'seek', 'begin', 'make', 'take_back')  # what was told before is gone


class _String(ctypes.Structure):
    _fields_ = [('at', ctypes.c_void_p), ('length', ctypes.c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.at, self.length).decode()


_HANDLE, _NAME, _PLY, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_size_t
_LIST, _OUT, _POINTER = ctypes.POINTER(_NAME), ctypes.POINTER(_String), ctypes.POINTER(ctypes.c_void_p)
_PULL = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)

# what is called of chessplane.h: all answer a status, but for those below
_FUNCTIONS: dict[str, list[Any]] = {
    'version': [], 'open': [_POINTER, _LIST], 'close': [_HANDLE], 'error': [_HANDLE], 'stop': [_HANDLE],
    'read_text': [_HANDLE, _NAME, ctypes.c_void_p, _SIZE], 'read_stream': [_HANDLE, _NAME, _PULL, ctypes.c_void_p],
    'next': [_HANDLE], 'seek': [_HANDLE, ctypes.c_uint64], 'begin': [_HANDLE, _LIST],
    'copy': [_HANDLE, _PLY, _POINTER], 'make': [_HANDLE, _NAME], 'take_back': [_HANDLE],
    'set_tag': [_HANDLE, _NAME, _NAME], 'board_of': [_HANDLE, _POINTER], 'message_count': [_HANDLE],
    'check': [_HANDLE, _POINTER], 'legal_moves': [_HANDLE, _PLY, ctypes.POINTER(_SIZE)],
    'record': [_HANDLE, _OUT], 'convert': [_HANDLE, _LIST, _OUT], 'draw': [_HANDLE, _LIST, _OUT],
    'ask': [_HANDLE, _LIST, ctypes.POINTER(ctypes.c_int), _OUT], 'rows': [_HANDLE, _NAME, _LIST, _OUT],
    'json': [_HANDLE, _NAME, _OUT],
}
_ANSWERS = {'version': _NAME, 'error': _NAME, 'close': None, 'stop': None, 'message_count': _SIZE}


def _load() -> ctypes.CDLL:
    soname, here = 'libchessplane.so.0', pathlib.Path(__file__).resolve()
    # beside this file, or where `make install` puts both; else where the system looks
    near = [str(folder / soname) for folder in (here.parent, *here.parents[2:3]) if (folder / soname).exists()]
    name = os.environ.get('CHESSPLANE_LIBRARY') or (near or [soname])[0]
    try:
        library = ctypes.CDLL(name)
        for function, takes in _FUNCTIONS.items():
            call = getattr(library, 'chessplane_' + function)
            call.argtypes, call.restype = takes, _ANSWERS.get(function, ctypes.c_int)
    except (OSError, AttributeError) as error:
        raise ImportError(f'{name}, the library of chessplane, is not here or too old: install it (Debian: apt install '
                          f'libchessplane0), or have CHESSPLANE_LIBRARY name the file: {error}') from error
    return library


_library = _load()


def version() -> str:
    """Of the library that runs: '0.1.0'."""
    return str(_library.chessplane_version().decode())


def _words(options: Mapping[str, object]) -> list[str]:
    """Options by name as the library takes them, "name" or "name=value"."""
    words = []
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            if one is None or one is False:
                continue
            word = name.removesuffix('_').replace('_', '-')
            said = ','.join(map(str, one)) if isinstance(one, tuple) else str(one)
            words.append(word if one is True else f'{word}={said}')
    return words


def _array(words: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    return (_NAME * (len(words) + 1))(*map(_bytes, words), None)


def _bytes(text: str) -> bytes:
    if '\0' in text:  # which would end it, unseen
        raise Misuse(f'there is a NUL in {text!r}')
    return text.encode('utf-8', 'surrogateescape')  # whatever the locale: of names of files as they are


# ---- what is answered ----

_SIDES = (None, 'white', 'black')
_ENUMS: dict[str, tuple[str | None, ...]] = {  # what are numbers in the library
    'level': ('note', 'warning', 'error'), 'winner': _SIDES, 'turn': _SIDES, 'side': _SIDES,
    'outcome': tuple('none checkmate stalemate fivefold seventyfive dead-position king-fallen king-trapped no-moves '
                     'undecided threefold quiet-limit royal-taken royals-taken all-taken hill insufficient-material '
                     'goal passed'.split())}


def _made(kind: Callable[..., _T], said: Mapping[str, Any]) -> _T:
    """An object of what the library says; what later versions say besides is passed over."""
    values = {}
    for field in dataclasses.fields(kind):
        value = said[field.name.removesuffix('_')]
        if field.name in _ENUMS and isinstance(value, int):
            names = _ENUMS[field.name]
            value = names[value] if value < len(names) else str(value)
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


@dataclasses.dataclass(frozen=True)
class Message:
    """What there is to say, and where: lines and columns from 1, columns in bytes; 0: not known."""
    level: str  # 'note', 'warning', 'error'
    slug: str  # what it is, for programs: 'path-blocked'
    text: str
    hint: str
    file: str
    line: int
    column: int
    also: str  # more places and particulars, a line each

    def __str__(self) -> str:
        place = f'{self.file}:{self.line}:{self.column}: ' if self.line else f'{self.file}: ' if self.file else ''
        return f'{place}{self.level}: {self.text} [{self.slug}]'


@dataclasses.dataclass(frozen=True)
class Move:
    """A move as written. Who wants the main line takes those of depth 0."""
    text: str
    ply: int
    depth: int
    line: int
    column: int
    is_first: bool  # of its line: a variation begins
    is_bad: bool  # its text is no move
    before: str  # comments
    after: str
    nags: tuple[int, ...]  # 1 to 6 are ! ? !! ?? !? ?!


@dataclasses.dataclass(frozen=True)
class Verdict:
    """How a game is judged; true where it is valid."""
    is_valid: bool
    plies: int  # half-moves of the main line that are legal
    outcome: str  # after them: 'checkmate'
    winner: Side
    is_check: bool
    is_result_right: bool
    warnings: int
    reason: str  # of one that is not valid: as a message's slug
    text: str
    bad_move: str
    bad_ply: int
    bad_line: int
    bad_column: int

    def __bool__(self) -> bool:
        return self.is_valid


@dataclasses.dataclass(frozen=True)
class Legal:
    """A move, or on boards without edges moves along a line: from `to` on, none beyond `last`."""
    text: str
    from_: str
    to: str
    last: str  # '' where there is no farthest
    is_endless: bool
    is_prime: bool  # of the distances only prime numbers
    is_undecided: bool


@dataclasses.dataclass(frozen=True)
class Man:
    square: str
    letter: str
    name: str
    side: Side  # None of obstacles and voids


@dataclasses.dataclass(frozen=True)
class Board:
    """A position: what stands behind the main line of a game."""
    ply: int
    turn: Side
    is_check: bool
    outcome: str  # by this position alone
    winner: Side
    key: str  # equal positions have one
    text: str  # a FEN, or a list of pieces: a `start` for `new`
    men: tuple[Man, ...]


# ---- what goes wrong ----

class Error(Exception):
    """What is said by `messages` is said by the text, too."""

    def __init__(self, text: str, messages: Sequence[Message] = ()) -> None:
        super().__init__(text)
        self.messages = list(messages)


class Misuse(Error, ValueError):
    """Asked wrongly: an option that there is not, say."""


class Refused(Error):
    """It cannot be done with this game, or what stands there is no game."""


class Failed(Error, OSError):
    """What is packed is damaged. (Where a file cannot be read, its own exception comes.)"""


class Stopped(Error):
    """As `stop` asked, in another thread."""


_ERRORS: dict[int, type[Error]] = {_REFUSED: Refused, _MISUSE: Misuse, _FAILED: Failed, _STOPPED: Stopped}


# ---- a handle ----

class _Desk:
    """A handle of the library, and which game lies on it. Closed when nobody needs it any more."""

    def __init__(self, options: Mapping[str, object], handle: ctypes.c_void_p | None = None,
                 is_spare: bool = False) -> None:
        self.options = dict(options)
        self.handle = handle or ctypes.c_void_p()
        self.text: object = None  # is read where it stands, so it has to stay
        self._game: Callable[[], Game | None] = lambda: None
        self._is_spare = is_spare
        self._spare: _Desk | None = None
        status = _OK if handle else _library.chessplane_open(ctypes.byref(self.handle), _array(_words(options)))
        self.close = weakref.finalize(self, _library.chessplane_close, self.handle)
        if status:
            raise self.error(status, 0)

    def call(self, function: str, *arguments: object) -> int:
        """Whether there is more: _OK or _END; raises what else there is."""
        if not self.close.alive:
            raise Misuse('the reader is closed')
        told = 0 if function in _AFRESH else _library.chessplane_message_count(self.handle)
        status = int(getattr(_library, 'chessplane_' + function)(self.handle, *arguments))
        if status > _END:
            raise self.error(status, told)
        return status

    def ask(self, function: str, *arguments: object) -> str:
        answer = _String()
        self.call(function, *arguments, ctypes.byref(answer))
        return str(answer)

    def json(self, what: str) -> Any:
        return json.loads(self.ask('json', what.encode()))

    def error(self, status: int, told: int) -> Exception:
        """Of a call before which so many messages had been told."""
        text = _library.chessplane_error(self.handle).decode()
        if status == _NO_MEMORY:
            return MemoryError(text)
        messages = self.messages() if status in (_REFUSED, _FAILED) else []
        messages = messages[told:] or messages  # what was said before is not said again
        said = [str(message) for message in messages if message.level == 'error'] or [text]
        return _ERRORS[status]('\n'.join(said), messages)

    def messages(self) -> list[Message]:
        some = _library.chessplane_message_count(self.handle) > 0  # (most games have none)
        return [_made(Message, said) for said in self.json('messages')] if some else []

    def read(self, name: str, text: Any, length: int) -> None:
        self.call('read_text', _bytes(name), text, length)
        self.text = text

    def clear(self) -> None:
        """What lies there is laid aside, if anybody still has it."""
        game = self._game()
        if game is not None:
            game._lay_aside()
        self._game = lambda: None

    def lay(self, game: Game) -> None:
        self._game = weakref.ref(game)

    def spare(self) -> _Desk:
        """One for games that this one has read on from: records, which are in UTF-8."""
        if not self._is_spare and self._spare is None:
            self._spare = _Desk({**self.options, 'encoding': None}, is_spare=True)
        return self._spare or self


# ---- a game ----

class Game:
    """A game of a reader, or one that was made. Moves, positions and so on are asked of the library each
    time: who needs them more than once keeps them."""
    number: int  # from 1, in its file
    file: str
    line: int
    variant: str  # by its id: 'huygens'; of one that is not known what was said
    variant_name: str
    frame: str  # '' for the variant's default
    start: str  # a FEN or a list of pieces; '' for the variant's own
    result: str  # as it stands behind the moves: '1-0'; '' for none
    is_damaged: bool  # not all of it could be read, or its variant is not known

    def __init__(self, desk: _Desk) -> None:
        desk.lay(self)
        self._desk = desk
        self._told = desk.messages()
        self._line: bytes | None = None  # its record, while it is laid aside
        self._loss = ''
        self._verdict: Verdict | None = None
        vars(self).update(desk.json('game'))

    def __repr__(self) -> str:
        return f'<Game {self.number} of {self.file}: {self.variant} {self.result}>'

    def __str__(self) -> str:
        return self.convert()

    def _repr_svg_(self) -> str:
        """Its last position, in a notebook."""
        return self.draw(svg=True)

    # -- where it lies

    def _lay_aside(self) -> None:
        try:
            self._told, self._line = self.messages, self._desk.ask('record').encode()
        except Error as error:  # it was stopped, or is too large
            self._loss = str(error)

    def _at(self) -> _Desk:
        """The desk, with this game on it."""
        if self._loss:
            raise Refused(f'the game could not be kept: {self._loss}')
        if self._line is not None:
            desk = self._desk.spare()
            desk.clear()
            desk.read(self.file, self._line, len(self._line))
            desk.call('next')
            desk.lay(self)
            self._desk, self._line = desk, None
        return self._desk

    def copy(self, ply: int | None = None) -> Game:
        """One of its own, to be played on: up to so many half-moves, or all that are legal."""
        handle = ctypes.c_void_p()
        self._at().call('copy', _LAST if ply is None else ply, ctypes.byref(handle))
        return Game(_Desk(self._desk.options, handle))

    # -- what it is

    @property
    def record(self) -> Row:
        """All of it, as chessplane-record(5) has it; with the verdict, once it was checked."""
        return dict(json.loads(self._at().ask('record')))

    @property
    def tags(self) -> dict[str, str]:
        """Those that say nothing else, as FEN would: that is `start`."""
        return dict(self.record.get('tags', {}))

    @property
    def moves(self) -> list[Move]:
        """In the order of the text: a move, the variations instead of it, the next move."""
        return [_made(Move, said) for said in self._at().json('moves')]

    @property
    def messages(self) -> list[Message]:
        """What there is to say of its text, and of all that was asked."""
        return list(dict.fromkeys(self._told + self._at().messages()))

    @property
    def board(self) -> Board:
        """The position behind its main line."""
        self._at().call('board_of', ctypes.byref(ctypes.c_void_p()))
        said = self._desk.json('board')
        return _made(Board, said | {'men': [_made(Man, man) for man in said['men']]})

    # -- what it is asked

    def check(self) -> Verdict:
        """Plays it by the rules of its variant."""
        desk = self._at()
        if self._verdict is None:
            desk.call('check', ctypes.byref(ctypes.c_void_p()))
            said = desk.json('verdict')
            self._verdict = _made(Verdict, said | {'outcome': said['outcome_name']})
        return self._verdict

    def legal(self, ply: int | None = None) -> list[Legal]:
        """The legal moves after so many half-moves of the main line, or after all."""
        self._at().call('legal_moves', _LAST if ply is None else ply, ctypes.byref(_SIZE()))
        return [_made(Legal, said) for said in self._desk.json('legal')]

    def convert(self, **options: object) -> str:
        """As cp-convert(1) writes it: `to='pgn'`, `to_frame='classical'`."""
        return self._at().ask('convert', _array(_words(options)))

    def draw(self, **options: object) -> str:
        """As cp-render(1) draws one position of it: `svg=True`, `ply='last'`."""
        return self._at().ask('draw', _array(_words(options)))

    def fits(self, **conditions: object) -> bool:
        """Those of cp-select(1): `has='check'`, `player='Hill'`; before one that must not hold, `not_=True`."""
        return self._fits(conditions)[0]

    def hits(self, **conditions: object) -> list[str]:
        """Where they are met: 'file:line:column: ply move' each."""
        return self._fits(conditions)[1].splitlines()

    def _fits(self, conditions: Mapping[str, object]) -> tuple[bool, str]:
        fits = ctypes.c_int()
        hits = self._at().ask('ask', _array(_words(conditions)), ctypes.byref(fits))
        return bool(fits.value), hits

    def solve(self, stipulation: str | None = None, **options: object) -> dict[str, object]:
        """The record's field `solution` of cp-solve(1): `'#2'`, or as the tag Stipulation says; `tries=True`."""
        said = None if stipulation is None else _bytes(stipulation)
        solution: dict[str, object] = json.loads(self._at().ask('solve', said, _array(_words(options))))
        return solution

    def rows(self, table: str, columns: Sequence[str] = (), **options: object) -> list[Row]:
        """Those of cp-table(1), 'games', 'plies', 'positions' or 'tags': what pandas.DataFrame takes."""
        words = _words({'columns': tuple(columns) or None, **options})
        rows = [json.loads(line) for line in self._at().ask('rows', table.encode(), _array(words)).split('\n')[:-1]]
        for row in rows:  # one that was laid aside is the first of its record
            row.update((name, self.number) for name in ('game', 'number') if name in row)
        return rows

    # -- what changes it

    def make(self, *moves: str) -> Game:
        """Plays moves behind its main line, written in any way that its variant knows."""
        for move in moves:
            self._change('make', _bytes(move))
        return self

    def take_back(self, plies: int = 1) -> Game:
        for _ in range(plies):
            self._change('take_back')
        return self

    def set_tag(self, name: str, value: str | None) -> Game:
        """None removes it."""
        return self._change('set_tag', _bytes(name), None if value is None else _bytes(value))

    def _change(self, function: str, *arguments: object) -> Game:
        self._at().call(function, *arguments)
        self._verdict = None
        vars(self).update(self._desk.json('game') | {'number': self.number})
        return self


# ---- reading ----

class Reader:
    """The games of a text, file or stream, one after another.

    `name` is what places in messages begin with. Where no game can be made of what stands there, `told`
    is given the messages, and reading goes on; without it Refused is raised, and the next can be read."""

    def __init__(self, source: str | os.PathLike[str] | bytes | IO[bytes], *, name: str | None = None,
                 told: Callable[[list[Message]], object] | None = None, **options: object) -> None:
        self._desk = _Desk(options)
        self._tell = told
        self._error: BaseException | None = None  # of the stream
        self._path = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
        self._file = open(self._path, 'rb') if self._path else None  # of our own, to be closed
        if isinstance(source, bytes):
            self._name = name or '-'
            self._desk.read(self._name, source, len(source))
            return
        stream: Any = self._file or source
        self._name = name or str(getattr(stream, 'name', '-'))
        self._desk.text = pull = _PULL(self._pull_from(stream))
        self._desk.call('read_stream', _bytes(self._name), pull, None)

    def _pull_from(self, stream: IO[bytes]) -> Callable[[Any, int, int], int]:
        reader = weakref.proxy(self)  # or they would hold one another

        def pull(_: object, room: int, size: int) -> int:
            try:
                got = stream.read(size)
                if not isinstance(got, bytes) or len(got) > size:
                    raise TypeError(f'{stream!r} does not read bytes, {size} at most: is it open for text?')
                ctypes.memmove(room, got, len(got))
                return len(got)
            except BaseException as error:  # it must not fly through C
                reader._error = error
                return -1
        return pull

    def __iter__(self) -> Iterator[Game]:
        return self

    def __next__(self) -> Game:
        self._desk.clear()
        while True:
            try:
                if self._desk.call('next') == _OK:
                    return Game(self._desk)
                messages = self._desk.messages()  # of the end
            except Refused as refused:
                if not self._tell:
                    raise
                self._tell(refused.messages)
                continue
            except Failed:
                self._close_file()
                if self._error:
                    raise self._error from None
                raise
            self._close_file()
            if messages and self._tell:
                self._tell(messages)
            raise StopIteration

    def game(self, number: int) -> Game:
        """That of this number, from 1, and iterating goes on behind it: of a text or a file that is not packed.
        Where games begin is remembered as they pass."""
        self._desk.clear()
        if self._path:
            self._map(self._path)
        if self._desk.call('seek', number) == _OK:
            for game in self:
                return game
        raise IndexError(f'there is no game {number} in {self._name}')

    def _map(self, path: str) -> None:
        """The file, as a text in memory which is read page by page."""
        # a map of one's own may be written, as ctypes asks; without a reserve, whose name Python 3.11 does not have, it
        # may be larger than the memory
        flags = mmap.MAP_PRIVATE | getattr(mmap, 'MAP_NORESERVE', 0x4000 if sys.platform == 'linux' else 0)
        with open(path, 'rb') as file:
            mapped = mmap.mmap(file.fileno(), 0, flags=flags, prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._desk.read(self._name, (ctypes.c_char * len(mapped)).from_buffer(mapped), len(mapped))
        self._close_file()
        self._path = None

    def rows(self, table: str, columns: Sequence[str] = (), **options: object) -> Iterator[Row]:
        """Those of all games that are left: see Game.rows."""
        for game in self:
            yield from game.rows(table, columns, **options)

    def stop(self) -> None:
        """From another thread: reading ends with Stopped, the game is lost, and the next can be read."""
        if self._desk.close.alive:
            _library.chessplane_stop(self._desk.handle)

    def close(self) -> None:
        """Gives back memory and file; games that somebody has live on."""
        if self._desk.close.alive:
            self._desk.clear()
            self._desk.close()
        self._close_file()

    def _close_file(self) -> None:
        if self._file:
            self._file.close()
        self._file = None

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()


def read(source: str | os.PathLike[str] | IO[bytes], **options: Any) -> Reader:
    """The games of a file, by its name, or of what is open for bytes, as sys.stdin.buffer is: see Reader."""
    return Reader(source, **options)


def games(text: str | bytes, **options: Any) -> Reader:
    """The games of a text: see Reader."""
    return Reader(text.encode() if isinstance(text, str) else text, **options)


def new(variant: str = '', *, start: str = '', tags: Mapping[str, str] | None = None, **options: object) -> Game:
    """A game without moves, from the variant's start or another: a FEN or a list of pieces."""
    said = {'Variant': variant, 'Setup' if ':' in start else 'FEN': start, **(tags or {})}
    desk = _Desk(options)
    desk.call('begin', _array([f'{name}={value}' for name, value in said.items() if value]))
    return Game(desk)

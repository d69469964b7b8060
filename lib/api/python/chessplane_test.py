# SPDX-License-Identifier: MIT
"""chessplane_test.py -- the module, with the library of CHESSPLANE_LIBRARY. Names of tests are sentences."""
import dataclasses
import doctest
import gc
import gzip
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import chessplane

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[2] / 'testdata'
SAMPLES = DATA / 'samples'
GAMES = SAMPLES / 'games.txt'
FAR = 10 ** 40


def resident():
    """How much memory there is in use, in kB."""
    gc.collect()
    with open('/proc/self/statm', encoding='ascii') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE') // 1024


class Endless(io.RawIOBase):
    """A stream of so many copies of a text."""

    def __init__(self, text, copies):
        super().__init__()
        self.text, self.left, self.rest = text, copies, b''

    def read(self, size=-1):
        if not self.rest and self.left:
            self.left, self.rest = self.left - 1, self.text
        some, self.rest = self.rest[:size], self.rest[size:]
        return some


class Reading(unittest.TestCase):
    def test_files_streams_and_texts_packed_or_not_have_the_same_games(self):
        text = GAMES.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            packed = pathlib.Path(folder, 'games.gz')
            packed.write_bytes(gzip.compress(text))
            readers = [chessplane.read(GAMES), chessplane.read(str(GAMES)), chessplane.games(text),
                       chessplane.games(text.decode()), chessplane.read(io.BytesIO(text)), chessplane.read(packed)]
            seen = []
            for reader in readers:
                with reader:
                    seen.append([[move.text for move in game.moves] for game in reader])
        self.assertEqual([len(moves) for moves in seen[0]], [9, 10, 6])
        self.assertEqual(seen, seen[:1] * len(seen))

    def test_games_that_are_kept_answer_as_they_did(self):
        def answers(game):
            return (game.number, game.file, game.line, game.variant, game.tags, game.moves, game.check(), game.legal(),
                    game.convert(to='text'), game.draw(), [str(message) for message in game.messages])
        for path in sorted(SAMPLES.iterdir()):
            with chessplane.read(path) as reader:
                passing = [answers(game) for game in reader]
            with chessplane.read(path) as reader:
                kept = list(reader)
            self.assertEqual([answers(game) for game in kept], passing)
            self.assertEqual([answers(game) for game in reversed(kept)], passing[::-1])

    def test_what_is_no_game_is_refused_or_told_and_reading_goes_on(self):
        text = '{"variant":"fide","moves":["e4"]}\n{"no": record}\n{"variant":"fide","moves":["d4"]}\n'
        reader = chessplane.games(text, name='a.jsonl')
        self.assertEqual(next(reader).moves[0].text, 'e4')
        with self.assertRaisesRegex(chessplane.Refused, r'a\.jsonl:2:8: error: .*\[bad-json\]') as caught:
            next(reader)
        self.assertEqual([message.slug for message in caught.exception.messages], ['bad-json'])
        self.assertEqual([game.moves[0].text for game in reader], ['d4'])
        told = []
        self.assertEqual([game.number for game in chessplane.games(text, told=told.extend)][0], 1)
        self.assertEqual([message.line for message in told], [2])

    def test_what_a_stream_raises_comes_out(self):
        class Torn(Endless):
            def read(self, size=-1):
                if not self.left:
                    raise TimeoutError('torn')
                return super().read(size)
        with self.assertRaisesRegex(TimeoutError, 'torn'):
            list(chessplane.read(Torn(GAMES.read_bytes(), 2)))
        with self.assertRaisesRegex(TypeError, 'open for text'):
            next(chessplane.read(io.StringIO('1. e4 *')))
        with self.assertRaisesRegex(chessplane.Failed, 'archive-broken'):
            list(chessplane.games(gzip.compress(GAMES.read_bytes())[:200]))
        with self.assertRaises(FileNotFoundError):
            chessplane.read('nowhere.pgn')

    def test_games_are_found_by_their_numbers(self):
        with chessplane.read(GAMES) as reader:
            lines = [(game.number, game.line) for game in reader]
            for number, line in reversed(lines):
                self.assertEqual((reader.game(number).number, reader.game(number).line), (number, line))
            self.assertEqual(reader.game(1).tags['White'], 'Hill')
            self.assertEqual([game.number for game in reader], [2, 3])
            for wrong in (4, 4000):
                with self.assertRaises(IndexError):
                    reader.game(wrong)
        with self.assertRaises(chessplane.Misuse):
            chessplane.games(gzip.compress(GAMES.read_bytes())).game(1)

    def test_a_closed_reader_says_so_and_its_games_live_on(self):
        with chessplane.read(GAMES) as reader:
            game = next(reader)
        self.assertEqual(game.check().plies, 8)
        with self.assertRaisesRegex(chessplane.Misuse, 'closed'):
            next(reader)
        reader.close()

    def test_reading_is_stopped_from_another_thread(self):
        reader = chessplane.read(Endless(b'{' + 60000 * b'a ' + b'} ', 10 ** 9))
        timer = threading.Timer(0.2, reader.stop)
        timer.start()
        with self.assertRaises(chessplane.Stopped):
            list(reader)
        timer.join()
        with chessplane.read(GAMES) as reader:
            game = next(reader)
            reader.stop()
            with self.assertRaises(chessplane.Stopped):
                game.check()
            self.assertEqual([other.number for other in reader], [2, 3])
        with self.assertRaisesRegex(chessplane.Refused, 'could not be kept'):
            game.check()

    def test_readers_in_threads_run_side_by_side(self):
        seen = {}

        def work(number):
            seen[number] = [game.check().plies for _ in range(20) for game in chessplane.read(GAMES)]
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(list(seen.values()), [[8, 10, 6] * 20] * 4)


class Judging(unittest.TestCase):
    def test_verdicts_and_messages_have_their_places(self):
        good, bad = chessplane.games('1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *', variant='fide', name='x')
        self.assertTrue(good.check())
        self.assertEqual((good.check().outcome, good.check().winner, good.messages), ('checkmate', 'black', []))
        verdict = bad.check()
        self.assertFalse(verdict)
        self.assertEqual((verdict.plies, verdict.reason, verdict.bad_move), (2, 'cannot-reach', 'Ke3'))
        message, = bad.messages
        self.assertEqual((message.level, message.slug, message.line, message.column), ('error', 'cannot-reach', 3, 13))
        self.assertTrue(str(message).startswith('x:3:13: error: '))
        self.assertEqual(bad.record['verdict']['plies'], 2)

    def test_lines_without_end_and_squares_far_away_are_told(self):
        game = chessplane.new('coaip', start=f'w: K (5,1), R ({FAR},2); b: K (5,9)')
        rook = [legal for legal in game.legal() if legal.text.startswith('R')]
        self.assertEqual({legal.from_ for legal in rook}, {f'({FAR},2)'})
        self.assertEqual([legal.last for legal in rook if legal.is_endless], [''] * 4)
        self.assertIn(f'({FAR},2)', [man.square for man in game.board.men])
        game.make(f'R({FAR},2)-({FAR},{FAR})')
        self.assertEqual(game.moves[-1].text, f'R({FAR},2)-({FAR},{FAR})')
        self.assertTrue(game.check())

    def test_rows_and_conditions_are_those_of_the_tools(self):
        with chessplane.read(GAMES) as reader:
            rows = list(reader.rows('games', columns=['White', 'plies']))
            self.assertEqual([row['White'] for row in rows], ['Hill', 'East', 'North'])
            self.assertEqual([int(row['plies']) for row in rows], [8, 10, 6])
        first, second, _ = chessplane.read(GAMES)
        self.assertTrue(first.fits(has=['check', 'capture'], player='Hill'))
        self.assertFalse(first.fits(not_=True, player='Hill'))
        self.assertEqual([hit.split(': ')[0].rsplit(':', 2)[1:] for hit in first.hits(has='check')], [['8', '74']])
        self.assertFalse(second.hits(has='castling'))
        plies = second.rows('plies')
        self.assertEqual([row['ply'] for row in plies], list(range(1, 11)))
        self.assertEqual({row['game'] for row in plies}, {2})

    def test_problems_are_solved_as_the_tool_does(self):
        game = next(chessplane.games('[Stipulation "#2"]\n[FEN "1k6/8/2K5/8/8/8/8/7R w - - 0 1"]\n\n*'))
        self.assertEqual([game.solve()['answer'], game.solve()['keys']], ['yes', ['Ra1']])
        self.assertEqual(game.solve('#1')['answer'], 'no')
        self.assertEqual(game.solve(limit=1)['reason'], 'limit')
        with self.assertRaises(chessplane.Misuse):
            game.solve('mate')
        with self.assertRaises(chessplane.Refused):
            next(chessplane.games('1. e4 *')).solve()

    def test_what_is_asked_wrongly_is_said_and_the_game_goes_on(self):
        game = next(chessplane.games('1. e4 *', variant='fide'))
        for wrong in (lambda: game.convert(nonsense=1), lambda: game.draw(svg='x\0y'), lambda: game.rows('nonsense'),
                      lambda: game.fits(has='nonsense'), lambda: chessplane.games('', variant='nonsense')):
            with self.assertRaises(chessplane.Misuse):
                wrong()
        with self.assertRaises(chessplane.Refused):
            game.draw(ply=99)
        self.assertEqual(game.convert(to='fen').split()[0], 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR')
        self.assertTrue(game.draw(svg=True, flip=True, title='A & B', ply='last').startswith('<svg'))

    def test_words_of_options_are_those_of_the_tools(self):
        options = {'to_frame': 'classical', 'strict': True, 'flip': False, 'shift': None, 'ply': (1, 2),
                   'has': ['check', 'castling'], 'not_': True, 'variant_file': GAMES, 'n': 0}
        self.assertEqual(chessplane._words(options), ['to-frame=classical', 'strict', 'ply=1,2', 'has=check', 'has=castling',
                                                      'not', f'variant-file={GAMES}', 'n=0'])


class Making(unittest.TestCase):
    def test_a_move_and_its_taking_back_leave_the_position(self):
        for path in [GAMES, *sorted((DATA / 'fide').glob('*.pgn')), SAMPLES / 'archive.pgn']:
            for game in chessplane.read(path, told=print):
                if game.is_damaged or not game.check():
                    continue
                walk, line, boards = game.copy(0), [move.text for move in game.moves if move.depth == 0], []
                for text in line:
                    boards.append(walk.board)
                    walk.make(text)
                self.assertEqual((walk.board.ply, walk.board.key), (len(line), game.board.key))
                for board in reversed(boards):
                    self.assertEqual(walk.take_back().board, board)
                with self.assertRaises(chessplane.Refused):
                    walk.take_back()

    def test_illegal_moves_are_refused_each_time_and_change_nothing(self):
        game = chessplane.new('fide', tags={'White': 'Hill'}).make('e4', 'e5')
        board = game.board
        for move in ('Ke3', 'Ke3', 'nonsense', ''):
            with self.assertRaises(chessplane.Refused) as caught:
                game.make(move)
            self.assertTrue(caught.exception.messages, move)
        self.assertEqual(game.board, board)
        self.assertEqual((board.turn, board.is_check, board.outcome, len(board.men)), ('white', False, 'none', 32))
        self.assertEqual(game.make('Nf3').tags['White'], 'Hill')

    def test_copies_go_their_own_ways(self):
        game = chessplane.new('fide').make('f3', 'e5', 'g4')
        mate, other = game.copy().make('Qh4#'), game.copy(2).make('e4')
        self.assertEqual([one.board.outcome for one in (game, mate, other)], ['none', 'checkmate', 'none'])
        self.assertEqual([move.text for move in game.moves], ['f3', 'e5', 'g4'])
        self.assertEqual([move.text for move in other.moves], ['f3', 'e5', 'e4'])
        self.assertEqual(mate.check().outcome, 'checkmate')
        self.assertEqual(chessplane.new('fide', start=mate.board.text).board.key, mate.board.key)

    def test_tags_and_results_are_set_and_removed(self):
        game = chessplane.new('fide').make('e4').set_tag('White', 'Grün').set_tag('Result', '1-0')
        self.assertEqual((game.tags['White'], game.result), ('Grün', '1-0'))
        self.assertIn('[White "Grün"]', game.convert(to='pgn'))
        self.assertNotIn('White', game.set_tag('White', None).tags)
        for wrong in ('No name', 'FEN', 'Variant'):
            with self.assertRaises(chessplane.Misuse):
                game.set_tag(wrong, 'x')

    def test_kept_games_of_a_reader_are_played_on_too(self):
        games = list(chessplane.games('1. e4 * 1. d4 *', variant='fide'))
        for game in games:
            game.make('e5')
        self.assertEqual([[move.text for move in game.moves] for game in games], [['e4', 'e5'], ['d4', 'e5']])
        self.assertEqual([game.number for game in games], [1, 2])


class House(unittest.TestCase):
    header = re.sub(r'/\*.*?\*/', '', (HERE.parent / 'chessplane.h').read_text(encoding='utf-8'), flags=re.S)

    def test_functions_take_what_the_header_says(self):
        declared = dict(re.findall(r'\bchessplane_(\w+)\(([^)]*)\);', self.header))
        for name, takes in chessplane._FUNCTIONS.items():
            self.assertEqual(len(takes), 0 if declared[name] == 'void' else declared[name].count(',') + 1, name)

    def test_names_of_enums_are_those_of_the_header(self):
        for name, found in {'level': 'level', 'outcome': 'outcome', 'winner': 'winner'}.items():
            body = re.search(rf'enum chessplane_{found} {{(.*?)}}', self.header, re.S)[1]
            pairs = sorted((int(number), one) for one, number in re.findall(r'CHESSPLANE_(\w+)\s*=\s*(\d+)', body))
            said = [one.lower().replace('_', '-') for _, one in pairs]
            self.assertEqual([one or 'nobody' for one in chessplane._ENUMS[name]], said)

    def test_members_are_those_of_the_header(self):
        for kind in (chessplane.Message, chessplane.Move, chessplane.Verdict, chessplane.Legal, chessplane.Man):
            body = re.search(rf'struct chessplane_{kind.__name__.lower()} {{(.*?)}}', self.header, re.S)[1]
            for field in dataclasses.fields(kind):
                self.assertRegex(body, rf'\b{field.name.removesuffix("_")}\b')

    def test_a_missing_library_is_said(self):
        done = subprocess.run([sys.executable, '-c', 'import chessplane'], cwd=HERE, capture_output=True, text=True,
                              check=False, env=os.environ | {'CHESSPLANE_LIBRARY': '/nowhere/lib.so'})
        self.assertRegex(done.stderr, 'ImportError: /nowhere/lib.so, .*apt install')

    def test_memory_is_given_back_and_streams_run_in_flat_memory(self):
        def some(count):
            for _ in range(count):
                with chessplane.games('1. e4 e5 *') as reader:
                    next(reader).check()
                kept = list(chessplane.games('1. e4 * 1. d4 *'))
                self.assertEqual(kept[0].make('e5').copy().board.ply, 2)
        some(20)
        before = resident()
        some(int(os.environ.get('CP_HANDLES', '100')))
        self.assertLess(resident(), before + 3000)
        text = b'[Variant "coaip"] 1. (5,4) (5,5) N(3,3) N(3,6) *\n\n' * 1000
        for number, game in enumerate(chessplane.read(Endless(text, int(os.environ.get('CP_STREAMS', '10')))), 1):
            self.assertTrue(game.check())
            if number == 1000:
                before = resident()
        self.assertEqual(game.number, number)
        self.assertLess(resident(), before + 3000)


def load_tests(_, tests, __):
    tests.addTests(doctest.DocTestSuite(chessplane))
    return tests


if __name__ == '__main__':
    unittest.main()

"""validate.py -- says of each game whether it is played by its rules: python3 validate.py FILE"""
import ctypes
import os
import sys

lib = ctypes.CDLL(os.environ.get("CHESSPLANE", "libchessplane.so.0"))
OK, END, REFUSED = 0, 1, 2


class String(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.at, self.length).decode("utf-8")


class Verdict(ctypes.Structure):  # members that later versions add stand behind these
    _fields_ = [("is_valid", ctypes.c_int), ("plies", ctypes.c_uint32),
                ("outcome", ctypes.c_int), ("winner", ctypes.c_int),
                ("is_check", ctypes.c_int), ("is_result_right", ctypes.c_int),
                ("warnings", ctypes.c_uint32), ("reason", String), ("text", String),
                ("bad_move", String), ("bad_ply", ctypes.c_uint32)]


handle, size = ctypes.c_void_p, ctypes.c_size_t
lib.chessplane_error.restype = ctypes.c_char_p
lib.chessplane_error.argtypes = [handle]
lib.chessplane_open.argtypes = [ctypes.POINTER(handle), ctypes.POINTER(ctypes.c_char_p)]
lib.chessplane_read_text.argtypes = [handle, ctypes.c_char_p, ctypes.c_char_p, size]
lib.chessplane_next.argtypes = lib.chessplane_close.argtypes = [handle]
lib.chessplane_check.argtypes = [handle, ctypes.POINTER(ctypes.POINTER(Verdict))]


def verdicts(text, name):
    """Yields the verdict of each game; None where no game could be made of what stands there."""
    plane, verdict = handle(), ctypes.POINTER(Verdict)()
    try:
        if lib.chessplane_open(ctypes.byref(plane), None) != OK:
            raise RuntimeError(lib.chessplane_error(plane).decode())
        lib.chessplane_read_text(plane, name.encode(), text, len(text))
        while (status := lib.chessplane_next(plane)) in (OK, REFUSED):
            judged = status == OK and lib.chessplane_check(plane, ctypes.byref(verdict)) == OK
            yield verdict.contents if judged else None
        if status != END:
            raise RuntimeError(lib.chessplane_error(plane).decode())
    finally:
        lib.chessplane_close(plane)


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        content = file.read()  # it must stay while it is read
    for number, found in enumerate(verdicts(content, path), 1):
        print(f"{path}: game {number}:",
              "no game" if not found else "good" if found.is_valid else found.text)

"""A program that speaks the protocol until it misbehaves in the way that its first argument names.

It answers as protocol 2 does (the second argument may name another) and needs nothing of Loseta.
"""

import os
import sys
import time

HOW = sys.argv[1]
PROTOCOL = sys.argv[2] if len(sys.argv) > 2 else "2"
REPORT = "info time 0.100 total 9 nps 90 rank {} visits 5 depth 2 win 0.5000 value 1.50 line {} CK3"


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def misbehave() -> None:
    match HOW:
        case "dies":
            print("Traceback …\nMemoryError: it was too much", file=sys.stderr, flush=True)
            os._exit(3)
        case "dies silently":
            os._exit(0)
        case "is killed":
            os.kill(os.getpid(), 9)
        case "hangs":
            time.sleep(3600)
        case "closes its output":
            os.close(1)
            time.sleep(3600)
        case "floods":
            while True:
                print("y " * 50)
        case "never ends a line":
            while True:
                sys.stdout.write("y" * 100_000)
        case "talks nonsense":
            say("Hello! What a nice day.")
            time.sleep(3600)
        case "is binary":
            os.write(1, bytes(range(256)) * 5 + b"\n")
            time.sleep(3600)


if HOW.endswith(" at once"):
    HOW = HOW.removesuffix(" at once")
    misbehave()
POSITION = ""
for line in sys.stdin:
    match line.split():
        case ["loseta", version] if version != PROTOCOL:
            say(f"error version This engine speaks protocol {PROTOCOL}.")
        case ["loseta", _]:
            say("id name Bad", f"id protocol {PROTOCOL}")
            say("option best type number default 1 min 1 max 9", "surprise me", "ok")
        case ["go", *_] if HOW == "hangs after a move":
            if "visits" not in line:
                time.sleep(3600)
            say("ok", f"best 1{POSITION.split('factories=')[1][0]}F")
        case ["go", *words]:
            print(*words, file=sys.stderr, flush=True)
            say("ok")
            misbehave()
            match HOW:
                case "fails":
                    say("failed memory There is no memory.")
                case "plays what is illegal":
                    say("best 3R4")
                case "plays what is no action":
                    say("best hello")
                case "reports nonsense":
                    say("info time soon total many rank 1 line 2R2", "best 2R2")
                case "reports no line":
                    say("info time 0.1 total 9 rank 1", "best 2R2")
                case "reports in disorder":
                    say(REPORT.format(2, "2R2"), "best 2R2")
                case _:
                    say(REPORT.format(1, "2R2"), REPORT.format(2, "2R3"))
                    say(REPORT.format(1, "2R3"), REPORT.format(2, "2R2"), "best 2R3")
        case ["position", *_] if HOW == "hangs after a move":
            POSITION = line
            say("ok")
        case ["position", *_] if HOW == "refuses":
            say("error position I do not like it.")
        case ["quit", *_] if HOW != "ignores quit":
            say("ok")
            break
        case _:
            say("ok")
if HOW == "ignores the end":
    time.sleep(3600)

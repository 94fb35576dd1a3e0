"""Judges that misbehave, for testing the processes that run judges."""

import os
import time

from support.child import Verdict

TRIES = []


def dies(job, tell):
    tell(job)
    os.abort()


def hangs(job, tell):
    tell(job)
    time.sleep(60)


def panics(job, tell):
    raise BaseException("panicked")


def grows(job, tell):
    tell(job)
    return Verdict(str(len(bytearray(8 << 30))))


def wavers(job, tell):
    """Alternates between two answers."""
    TRIES.append(job)
    return Verdict("fields" if len(TRIES) % 2 else "equal")


def dies_once(job, tell):
    return dies("load", tell) if job == "0" else Verdict("equal")


def panics_once(job, tell):
    return panics("load", tell) if job == "0" else Verdict("equal")


def differs_once(job, tell):
    return Verdict("fields" if job == "0" else "equal")


def always_differs(job, tell):
    return Verdict("fields")


def always_panics(job, tell):
    return Verdict("PANIC", "somewhere")

"""The verdict about one number, reached in a separate process."""

import shutil
import tempfile
import warnings
from pathlib import Path

from random_models import callbacks
from random_models.model import make
from support import beside
from support.modules import oracle, subject


def judge(job, tell):
    """Writes a model, given by its number or as a case, into a folder and compares the modules on it."""
    warnings.simplefilter("ignore")
    for module in (subject, oracle):
        module.set_mju_user_warning(lambda message: None)
    case = make(job) if isinstance(job, int) else job
    folder = Path(tempfile.mkdtemp(prefix="model-"))
    try:
        path = case.write(folder)
        verdict = beside.judge(str(path), case.number, tell, lambda module: callbacks.install(module, case.callbacks))
    finally:
        for module in (subject, oracle):
            callbacks.install(module, ())
        shutil.rmtree(folder, ignore_errors=True)
    verdict.note = [case.theme]
    return verdict

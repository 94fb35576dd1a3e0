"""Times bursts of MuJoCo steps: the first line of standard input describes the model, and every further line requests one burst."""

import json
import sys
import time

try:
    import mujoco
    import numpy as np
except ImportError:
    sys.exit(3)


def answer(**told):
    print(json.dumps(told), flush=True)


order = json.loads(sys.stdin.readline())
if order["path"] is not None:
    model = mujoco.MjModel.from_xml_path(order["path"])
else:
    model = mujoco.MjModel.from_xml_string(order["text"])
data = mujoco.MjData(model)
if model.nkey > 0:
    mujoco.mj_resetDataKeyframe(model, data, 0)
mujoco.mj_step(model, data, order["warm_up"])
ALL = mujoco.mjtState.mjSTATE_INTEGRATION
state = np.empty(mujoco.mj_stateSize(model, ALL))
mujoco.mj_getState(model, data, state, ALL)
answer(version=mujoco.__version__)

burst = order["burst"]
for _ in sys.stdin:
    mujoco.mj_setState(model, data, state, ALL)
    start = time.perf_counter()
    mujoco.mj_step(model, data, burst)
    answer(each=(time.perf_counter() - start) / burst)

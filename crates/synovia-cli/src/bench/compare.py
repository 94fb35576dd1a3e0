"""Times bursts of steps of MuJoCo; the order comes as JSON on standard input, the answer goes to standard output."""

import copy
import json
import sys
import time

try:
    import mujoco
except ImportError:
    sys.exit(3)

order = json.load(sys.stdin)
if order["path"] is not None:
    model = mujoco.MjModel.from_xml_path(order["path"])
else:
    model = mujoco.MjModel.from_xml_string(order["text"])
data = mujoco.MjData(model)
if model.nkey > 0:
    mujoco.mj_resetDataKeyframe(model, data, 0)
mujoco.mj_step(model, data, order["warm_up"])

burst, times = order["burst"], []
begin = time.perf_counter()
while not times or time.perf_counter() - begin < order["seconds"]:
    ready = copy.copy(data)
    mujoco.mj_step(model, ready, order["untimed"])
    start = time.perf_counter()
    mujoco.mj_step(model, ready, burst)
    times.append((time.perf_counter() - start) / burst)
answer = {"version": mujoco.__version__, "best": min(times), "mean": sum(times) / len(times)}
json.dump(answer, sys.stdout)

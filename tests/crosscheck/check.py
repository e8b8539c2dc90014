"""Compares numbers of the kernel with two other solvers: LINE (exact mean value analysis) and Ciw (simulation).

Not part of CI: it needs Python and two packages from PyPI, and some minutes.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install line-solver ciw
    cargo run --release --example kernel-numbers > /tmp/kernel.json
    /tmp/venv/bin/python tests/crosscheck/check.py /tmp/kernel.json > tests/crosscheck/results.md

Closed networks must agree within 0.1 %; simulated waits and losses within three standard errors.
"""

import json
import statistics
import sys

import ciw
from line_solver import (
    MVA, ClosedClass, Delay, Exp, GlobalConstants, Network, Queue, SchedStrategy, VerboseLevel,
)

RUNS, TIME_FOR = 20, 4_000
failed = 0


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def verdict(good):
    global failed
    failed += not good
    return "yes" if good else "**no**"


def closed(case):
    """Throughput and queue lengths of one closed class, by LINE."""
    model = Network("closed")
    nodes = []
    if case["think"] > 0:
        nodes.append(Delay(model, "think"))
    for i, servers in enumerate(case["servers"]):
        queue = Queue(model, f"q{i}", SchedStrategy.PS)
        queue.set_number_of_servers(servers)
        nodes.append(queue)
    tasks = ClosedClass(model, "tasks", case["population"], nodes[0])
    means = ([case["think"]] if case["think"] > 0 else []) + case["demands"]
    for node, mean in zip(nodes, means):
        node.set_service(tasks, Exp(1 / mean))
    model.link(Network.serial_routing(nodes))
    table = MVA(model, method="exact").avg_table()
    lengths = [float(x) for x in table["QLen"]]
    return float(table["Tput"].iloc[0]), lengths[len(nodes) - len(case["servers"]):]


def simulated(arrivals, services, servers, capacity=None, customers=TIME_FOR):
    """Mean wait of each class and share lost, in every run; classes from the most urgent down."""
    names = [f"c{i}" for i in range(len(arrivals))]
    network = ciw.create_network(
        arrival_distributions={n: [ciw.dists.Exponential(a)] for n, a in zip(names, arrivals)},
        service_distributions={n: [ciw.dists.Exponential(1 / s)] for n, s in zip(names, services)},
        number_of_servers=[servers],
        priority_classes={n: i for i, n in enumerate(names)},
        queue_capacities=[float("inf") if capacity is None else capacity],
    )
    end = customers / sum(arrivals)
    warm = end / 5
    waits, losses = [[] for _ in names], []
    for seed in range(RUNS):
        ciw.seed(1_000 + seed)
        simulation = ciw.Simulation(network)
        simulation.simulate_until_max_time(end + warm)
        records = [r for r in simulation.get_all_records() if r.arrival_date > warm]
        served = [r for r in records if r.record_type == "service"]
        for name, list_of in zip(names, waits):
            list_of.append(statistics.mean(r.waiting_time for r in served if r.customer_class == name))
        losses.append(sum(r.record_type == "rejection" for r in records) / len(records))
    return waits, losses


def three_sigma(kernel, runs):
    mean, error = statistics.mean(runs), statistics.stdev(runs) / len(runs) ** 0.5
    sigmas = abs(kernel - mean) / error if error > 0 else (0.0 if abs(kernel - mean) < 1e-9 else 99.0)
    return f"{mean:.4f}", f"{error:.4f}", f"{sigmas:.1f}", verdict(sigmas <= 3)


def main():
    GlobalConstants.set_verbose(VerboseLevel.SILENT)
    cases = json.load(open(sys.argv[1], encoding="utf-8"))
    print("# Kernel against other solvers\n\nPrinted by `check.py`; see there how.\n")
    print("## Closed networks: LINE, exact mean value analysis (0.1 %)\n")
    row("stations (servers)", "population", "throughput: kernel", "LINE", "worst of throughput and queues, %", "agrees")
    row(*["---"] * 6)
    for case in cases["closed"]:
        throughput, lengths = closed(case)
        pairs = [(case["throughput"], throughput), *zip(case["queues"], lengths)]
        worst = max(100 * abs(a / b - 1) for a, b in pairs)
        row(case["servers"], case["population"], f"{case['throughput']:.6f}", f"{throughput:.6f}",
            f"{worst:.4f}", verdict(worst <= 0.1))
    print("\n## Several servers, mean wait: Ciw (3 standard errors)\n")
    row("servers", "load", "kernel", "Ciw", "standard error", "sigmas", "agrees")
    row(*["---"] * 7)
    for case in cases["several_servers"]:
        waits, _ = simulated([case["rate"]], [case["service"]], case["servers"], customers=3 * TIME_FOR)
        load = case["rate"] * case["service"] / case["servers"]
        row(case["servers"], f"{load:.2f}", f"{case['wait']:.4f}", *three_sigma(case["wait"], waits[0]))
    print("\n## Limited room, loss and mean wait: Ciw\n")
    row("servers", "room", "what", "kernel", "Ciw", "standard error", "sigmas", "agrees")
    row(*["---"] * 8)
    for case in cases["with_loss"]:
        waits, losses = simulated([case["rate"]], [case["service"]], case["servers"], case["room"])
        for what, kernel, runs in (("lost", case["lost"], losses), ("wait", case["wait"], waits[0])):
            row(case["servers"], case["room"], what, f"{kernel:.4f}", *three_sigma(kernel, runs))
    print("\n## Priorities without interruption, mean wait of each: Ciw\n")
    row("streams", "stream", "kernel", "Ciw", "standard error", "sigmas", "agrees")
    row(*["---"] * 7)
    for case in cases["priorities"]:
        waits, _ = simulated(case["rates"], case["services"], 1, customers=3 * TIME_FOR)
        for i, (kernel, runs) in enumerate(zip(case["waits"], waits)):
            row(len(waits), i + 1, f"{kernel:.4f}", *three_sigma(kernel, runs))
    print(f"\n{failed} of all comparisons disagree.")
    sys.exit(1 if failed else 0)


main()

"""A manifest for Kubernetes, made by Dask's own package for it: a scheduler, and a worker on each node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from iotrial.hosts.engine import RESOURCE, needed

#: Where pods see the folder of their node.
INSIDE = "/iotrial"

#: What says the name of the node in a pod.
NODE = "IOTRIAL_NODE"


@dataclass(frozen=True)
class Pods:
    """The requested pods: their number, each on a node of its own, from an image that has iotrial.

    folder: of each node, in which runs are kept and files are measured.
    """

    image: str
    nodes: int
    folder: str
    name: str = "iotrial"


def manifest(pods: Pods) -> str:
    """Return a manifest of the kind that Dask's operator takes, as YAML; UsageError without the package."""
    operator = needed("dask_kubernetes.operator", "a manifest", "kubernetes")
    import yaml

    command = ["dask", "worker", "--nthreads", "1", "--no-nanny", "--memory-limit", "0"]
    spec = operator.make_cluster_spec(
        name=pods.name,
        image=pods.image,
        n_workers=pods.nodes,
        worker_command=[*command, "--resources", f"{RESOURCE}=1"],
    )
    _make_hosts(spec["spec"]["worker"]["spec"], pods)
    text: str = yaml.safe_dump(_said(spec), sort_keys=False)
    return text


def _make_hosts(pod: dict[str, Any], pods: Pods) -> None:
    """Give a worker the name of its node, a node of its own, and a folder there that stays when its pod goes."""
    (worker,) = pod["containers"]
    place = worker["args"].index("--name")
    worker["args"] = [*worker["args"][:place], "--name", f"$({NODE})", "--no-dashboard"]
    del worker["ports"]  # those of a dashboard
    homes = {"XDG_DATA_HOME": f"{INSIDE}/data", "XDG_CACHE_HOME": f"{INSIDE}/cache"}
    worker["env"] = [
        {"name": NODE, "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
        *({"name": name, "value": value} for name, value in homes.items()),
    ]
    worker["volumeMounts"] = [{"name": "iotrial", "mountPath": INSIDE}]
    pod["volumes"] = [{"name": "iotrial", "hostPath": {"path": pods.folder, "type": "DirectoryOrCreate"}}]
    alike = {"dask.org/cluster-name": pods.name, "dask.org/component": "worker"}
    apart = {"labelSelector": {"matchLabels": alike}, "topologyKey": "kubernetes.io/hostname"}
    pod["affinity"] = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [apart]}}


def _said(value: Any) -> Any:
    """Return a document without what says nothing."""
    if isinstance(value, dict):
        return {key: _said(inner) for key, inner in value.items() if inner is not None}
    return [_said(inner) for inner in value] if isinstance(value, list) else value

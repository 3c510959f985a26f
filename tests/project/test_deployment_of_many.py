"""Deployment files for many servers with a shared database: Compose and Kubernetes accept them, and they fit together.

They agree with the server, and send all requests of one table to one server. No container is started here. A Caddy runs
in front of servers that merely identify themselves. `tests/torture` sends whole games through it.
"""

import re
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from kubernetes_validate.utils import all_versions, validate  # type: ignore[import-untyped]
from starlette.routing import Route, WebSocketRoute
from websockets.http11 import Request, Response
from websockets.sync.client import connect
from websockets.sync.server import Server, ServerConnection, serve

from tests.plugins.caddy import Caddy, caddy_environment
from tests.support.commands import turncoat
from tests.support.deployment import COMPOSE, VARIABLES, environment, last_stage, read, service_names
from tests.support.paths import ROOT
from tests.support.spellings import filled, spellings
from turncoat.cli.settings import check_networks
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.opening import SCHEMES
from turncoat.table.store.server_key import KEY_FILE
from turncoat.table.values.codes import SPELLING, drawn_code
from turncoat.web.app import create_app
from turncoat.web.serve import DRAIN, LONGEST_STOP

MANY = "deploy/many"
CODE = "BCDFG"
CHANGES_WITHIN = 10.0
"""Seconds within which Caddy notices that a server is gone. It checks every second."""


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read(f"{MANY}/compose.yaml"))
    return found


def objects() -> dict[str, dict[str, Any]]:
    """Return the Kubernetes objects by kind."""
    return {one["kind"]: one for one in yaml.safe_load_all(read(f"{MANY}/kubernetes.yaml"))}


def pod() -> dict[str, Any]:
    found: dict[str, Any] = objects()["Deployment"]["spec"]["template"]["spec"]
    return found


def ingress_map() -> str:
    text: str = yaml.safe_load(read(f"{MANY}/ingress-nginx.yaml"))["data"]["http-snippet"]
    return text


# Compose


@pytest.mark.parametrize("name", COMPOSE)
def test_the_compose_files_are_valid(name: str) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(ROOT / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_composed_servers_share_settings_a_database_and_a_key() -> None:
    found = compose()
    services = found["services"]
    servers = {name: services[name] for name in service_names(f"{MANY}/compose.yaml")}
    assert len(servers) > 1
    (given,) = {tuple(sorted(service["environment"].items())) for service in servers.values()}
    set_here = dict(given)
    assert set(set_here) <= VARIABLES
    address = urlsplit(re.sub(r"\$\{[^}]*\}", "secret", set_here["TURNCOAT_STORE"]))
    database = services["postgres"]["environment"]
    assert f"{address.scheme}://" in SCHEMES
    assert services[str(address.hostname)]["build"]["target"] == "postgres"
    assert (address.username, address.path) == (database["POSTGRES_USER"], f"/{database['POSTGRES_DB']}")
    done = turncoat("serve", "--show-settings", environ={**set_here, "TURNCOAT_STORE": address.geturl()})
    assert done.returncode == 0, done.stderr
    folder = environment()["TURNCOAT_DATA"]
    for service in servers.values():
        assert service["build"] == "../.."
        (volume,) = service["volumes"]
        assert volume.partition(":")[2] == folder
        (secret,) = service["secrets"]
        assert secret["target"] == f"{folder}/{KEY_FILE}"
        assert service["depends_on"]["postgres"]["condition"] == "service_healthy"
        assert service["read_only"] is True
    assert len({service["volumes"][0] for service in servers.values()}) == len(servers), "each has its own directory"


def test_the_compose_file_and_the_repository_contain_no_secrets() -> None:
    found = compose()
    password = found["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"]
    assert password.startswith("${POSTGRES_PASSWORD:?"), "without a password it does not start"
    servers = service_names(f"{MANY}/compose.yaml")
    (server,) = {found["services"][name]["environment"]["TURNCOAT_STORE"] for name in servers}
    assert f":{password}@" in server
    assert found["secrets"] == {"key": {"file": f"./{KEY_FILE}"}}
    assert {KEY_FILE, ".env"} <= set(read(".gitignore").splitlines())


def test_only_caddy_is_exposed_and_it_lists_every_server() -> None:
    found = compose()
    services, caddy = found["services"], found["services"]["caddy"]
    port = environment()["TURNCOAT_PORT"]
    servers = service_names(f"{MANY}/compose.yaml")
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert caddy["environment"]["UPSTREAMS"].split() == [f"{name}:{port}" for name in servers]
    for name in servers:
        given = services[name]["environment"]
        assert given["TURNCOAT_ALLOW_HOSTS"] == caddy["environment"]["SITE"]
        assert given["TURNCOAT_PROXIES"] == caddy["networks"]["front"]["ipv4_address"]
        assert check_networks([given["TURNCOAT_PROXIES"]])
        assert caddy["depends_on"][name]["condition"] == "service_healthy"
    assert found["networks"]["back"]["internal"] is True
    assert services["postgres"]["networks"] == ["back"]
    for service in services.values():
        for mount in service["volumes"]:
            source = mount.split(":")[0]
            assert (ROOT / MANY / source).exists() if source.startswith(".") else source in found["volumes"], mount


# Kubernetes


def test_the_kubernetes_objects_are_valid() -> None:
    patch = yaml.safe_load(read(f"{MANY}/ingress-nginx.yaml"))
    patched = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "ingress-nginx-controller"}, **patch}
    versions = all_versions()
    for version in (versions[0], versions[-1]):
        for one in [*objects().values(), patched]:
            validate(one, version, strict=True)


def test_the_pods_use_existing_settings_and_reference_their_secrets() -> None:
    (container,) = pod()["containers"]
    given = {one["name"]: one for one in container["env"]}
    assert set(given) <= VARIABLES
    literal = {name: one["value"] for name, one in given.items() if "value" in one}
    assert set(given) - set(literal) == {"TURNCOAT_STORE"}
    assert given["TURNCOAT_STORE"]["valueFrom"]["secretKeyRef"] == {"name": "turncoat", "key": "store"}
    done = turncoat("serve", "--show-settings", environ=literal)
    assert done.returncode == 0, done.stderr
    assert check_networks([literal["TURNCOAT_PROXIES"]])
    assert pod()["enableServiceLinks"] is False, "the variables of the service are not the server's settings"
    mounts = {one["mountPath"]: one for one in container["volumeMounts"]}
    folder = environment()["TURNCOAT_DATA"]
    assert {folder, "/tmp"} <= set(mounts)
    key = mounts[f"{folder}/{KEY_FILE}"]
    (volume,) = [one["secret"] for one in pod()["volumes"] if one["name"] == key["name"]]
    assert (volume["secretName"], key["subPath"]) == ("turncoat", KEY_FILE)
    assert volume["items"] == [{"key": KEY_FILE, "path": KEY_FILE}]
    for option in (f"--from-file={KEY_FILE}", "--from-literal=store="):
        assert option in read("docs/scale.md"), "the page says how to make the secret"


def test_the_pods_run_as_the_images_user_and_write_only_to_their_folders() -> None:
    (container,) = pod()["containers"]
    uid = re.findall(r"--uid (\d+)", last_stage()["RUN"][0])
    context = pod()["securityContext"]
    assert [str(context[name]) for name in ("runAsUser", "runAsGroup", "fsGroup")] == uid * 3
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    (volume,) = [one["secret"] for one in pod()["volumes"] if "secret" in one]
    assert volume["defaultMode"] & 0o447 == 0o440, "the group may read the key, and nobody else"


def test_the_image_is_pinned_by_digest_and_the_pods_have_no_rights() -> None:
    (container,) = pod()["containers"]
    assert re.fullmatch(r"[^@]+@sha256:[0-9a-f]{64}", container["image"])
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert container["securityContext"]["allowPrivilegeEscalation"] is False
    assert pod()["automountServiceAccountToken"] is False


def test_the_pods_network_policy_allows_only_ingress_dns_and_the_database() -> None:
    policy = objects()["NetworkPolicy"]["spec"]
    assert policy["podSelector"]["matchLabels"] == objects()["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert set(policy["policyTypes"]) == {"Ingress", "Egress"}, "what is not named is closed"
    (entry,) = policy["ingress"]
    (ingress,) = entry["from"]
    assert ingress["namespaceSelector"]["matchLabels"] == {"kubernetes.io/metadata.name": "ingress-nginx"}
    assert ingress["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == "controller"
    assert entry["ports"] == [{"protocol": "TCP", "port": pod()["containers"][0]["ports"][0]["name"]}]
    names, database = policy["egress"]
    assert {port["port"] for port in names["ports"]} == {53}
    (cluster,) = names["to"]
    assert cluster["namespaceSelector"]["matchLabels"] == {"kubernetes.io/metadata.name": "kube-system"}
    assert cluster["podSelector"]["matchLabels"]
    assert database["ports"] == [{"protocol": "TCP", "port": 5432}]
    (block,) = database["to"]
    assert block["ipBlock"]["cidr"].endswith("/32")
    assert block["ipBlock"]["cidr"] in read("docs/scale.md"), "the page says to replace it"


def test_the_probes_request_existing_pages_and_pods_have_time_to_stop(paths: list[str]) -> None:
    (container,) = pod()["containers"]
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    assert ports == {"http": int(environment()["TURNCOAT_PORT"])}
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = container[name]["httpGet"]
        assert asked["path"] in paths
        assert asked["port"] in ports
    assert container["readinessProbe"]["httpGet"]["path"] == "/healthz"
    assert container["livenessProbe"]["httpGet"]["path"] != "/healthz", "a restart does not bring a database back"
    wait = float(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod()["terminationGracePeriodSeconds"] > wait + DRAIN + LONGEST_STOP


def test_kubernetes_objects_refer_to_each_other_consistently() -> None:
    found = objects()
    deployment, service, ingress = found["Deployment"]["spec"], found["Service"]["spec"], found["Ingress"]
    labels = deployment["template"]["metadata"]["labels"]
    assert deployment["selector"]["matchLabels"] == labels == service["selector"]
    budget = found["PodDisruptionBudget"]["spec"]
    assert budget["selector"]["matchLabels"] == labels
    assert 0 < budget["minAvailable"] < deployment["replicas"]
    (port,) = service["ports"]
    (container,) = pod()["containers"]
    assert port["targetPort"] in [one["name"] for one in container["ports"]]
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    backend = path["backend"]["service"]
    assert (backend["name"], backend["port"]["name"]) == (found["Service"]["metadata"]["name"], port["name"])
    (allowed,) = [one["value"] for one in container["env"] if one["name"] == "TURNCOAT_ALLOW_HOSTS"]
    assert rule["host"] == allowed
    assert ingress["spec"]["tls"][0]["hosts"] == [allowed]
    hashed = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/upstream-hash-by"]
    assert f"map $uri {hashed} {{" in ingress_map()


# The code of a table in an address


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The paths of all routes. The application's store is never opened."""
    settings = ServerSettings(tmp_path_factory.mktemp("data"), store="postgresql://nowhere.invalid/none")
    return [cast(Route | WebSocketRoute, route).path for route in create_app(settings).routes]


def code_finders() -> dict[str, re.Pattern[str]]:
    """Return the expression with which each file finds the code."""
    (caddy,) = re.findall(r"^\t\t~(\S+) \$\{1\}$", read(f"{MANY}/Caddyfile"), re.MULTILINE)
    (nginx,) = re.findall(r'^ *"~(\S+)" \$1;$', ingress_map(), re.MULTILINE)
    return {"Caddyfile": re.compile(caddy), "ingress-nginx.yaml": re.compile(nginx)}


@pytest.mark.parametrize("name", ["Caddyfile", "ingress-nginx.yaml"])
def test_the_proxies_find_the_code_in_exactly_the_tables_addresses(name: str, paths: list[str]) -> None:
    finder = code_finders()[name]
    assert SPELLING in finder.pattern, "what the server takes for a code"
    for path in paths:
        match = finder.search(filled(path, CODE))
        assert (match and match[1]) == (CODE if "{code}" in path else None), path
        for odd, written in spellings(CODE).items():
            for address in (filled(path, written), unquote(filled(path, written))):  # as it is sent, and decoded
                found = finder.search(address)
                is_right = re.search(rf"/{CODE}(/|$)", address)  # an encoded slash, or letter
                assert (found is not None) == ("{code}" in path and is_right is not None), (odd, path)


# A real Caddy


@pytest.mark.parametrize("name", ["deploy/Caddyfile", f"{MANY}/Caddyfile"])
def test_caddy_accepts_its_files(caddy: str, name: str, tmp_path: Path) -> None:
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(ROOT / name)]
    done = subprocess.run(command, env=caddy_environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


class Named:
    """A server that answers every request, and every WebSocket message, with its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.server: Server = serve(self._open, "127.0.0.1", 0, process_request=self._answer)
        self.address = f"127.0.0.1:{self.server.socket.getsockname()[1]}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        return None if "Upgrade" in request.headers else connection.respond(200, self.name)

    def _open(self, connection: ServerConnection) -> None:
        connection.send(self.name)


def test_caddy_routes_each_table_to_one_server_until_that_is_gone(caddy: str, tmp_path: Path, paths: list[str]) -> None:
    servers = [Named("one"), Named("two"), Named("three")]
    codes = [drawn_code(6) for _ in range(30)]
    try:
        addresses = [server.address for server in servers]
        with Caddy(caddy, tmp_path, addresses) as balancer, httpx.Client(base_url=balancer.url) as client:

            def server_of(code: str) -> str:
                return client.get(f"/t/{code}").text

            at_first = {code: server_of(code) for code in codes}
            assert set(at_first.values()) == {"one", "two", "three"}
            # Every address of a table, for a page or for a program, whatever a visitor claims about it
            for path in paths:
                if "{code}" in path:
                    answer = client.get(filled(path, codes[0]), headers={"X-Table": path.replace("/", "-")})
                    assert answer.text == at_first[codes[0]], path
            # Its WebSockets
            for path in (f"/t/{codes[0]}/updates", f"/api/v1/tables/{codes[0]}"):
                with connect(f"ws{balancer.url.removeprefix('http')}{path}") as updates:
                    assert updates.recv() == at_first[codes[0]]
            # Without a code any server will do, and a visitor's claim chooses none. Metrics are not exposed
            claimed = {client.get("/", headers={"X-Table": codes[0]}).text for _ in range(60)}
            assert claimed == {"one", "two", "three"}
            assert client.get("/metrics").status_code == 404
            # When one is gone, its tables go elsewhere at once, and no others move
            servers[0].server.shutdown()
            began = time.monotonic()
            assert server_of(next(code for code in codes if at_first[code] == "one")) in ("two", "three")
            assert time.monotonic() - began < CHANGES_WITHIN
            now = {code: server_of(code) for code in codes}
            assert {code for code in codes if now[code] != at_first[code]} == {
                code for code in codes if at_first[code] == "one"
            }
    finally:
        for server in servers:
            server.server.shutdown()

"""What is in deploy/ fits the program, its commands, metrics and files, and can be read by whom it is for."""

from __future__ import annotations

import ipaddress
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from stylobate.cli import app
from stylobate.web.metrics import together
from stylobate.web.settings import Settings
from tests import caddy
from tests.web.visiting import running

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("stylobate-*.*[er]"))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")
BOARD = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))


def commands() -> Iterator[tuple[str, list[str]]]:
    """Where a command of ours is written, and its words, with an example for whatever is filled in later."""
    for unit in UNITS:
        for line in re.findall(r"^ExecStart=.*", unit.read_text("utf-8"), re.M):
            yield unit.name, words(line.rpartition("/bin/stylobate ")[2].removesuffix("'"))
    for name, service in COMPOSE["services"].items():
        if service["image"] == "stylobate":
            yield f"compose.yml {name}", words(service["command"])
    yield "Containerfile", json.loads(re.findall(r"^CMD (.*)", CONTAINERFILE, re.M)[0])
    for file in (DEPLOY / "compose.yml", ROOT / "docs" / "site.md"):
        for line in re.findall(
            r"^(?:    |#.* )(?:exec site )?(stylobate [^#\n]*)", file.read_text("utf-8"), re.M
        ):
            yield file.name, words(line.partition(" && ")[0])[1:]


def words(line: str) -> list[str]:
    line = re.sub(r"\$\{\w+(:-(\w+)|:\?[^}]*)?\}", r"\2", line).replace("%i", "8000")
    return shlex.split(re.sub(r"\$\$\([^)]*\)", "now", line))


def understood(words: list[str]) -> dict[str, Any]:
    """What the real command line takes these words for; refuses what it does not know."""
    command: Any = typer.main.get_command(app)
    context = None
    while hasattr(command, "resolve_command"):
        context = command.make_context(command.name, words, parent=context)
        _, command, words = command.resolve_command(context, [*context._protected_args, *context.args])
    given: dict[str, Any] = command.make_context(command.name, words, parent=context).params
    return given


@pytest.mark.parametrize(
    ("place", "line"), [*commands()], ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_command_is_one_that_the_program_takes(place: str, line: list[str]) -> None:
    given = understood(line)
    chosen = {name: given[name] for name in ("public_url", "proxy", "name", "database") if given.get(name)}
    Settings(Path("games"), **chosen)


def test_a_command_that_there_is_not_would_be_noticed() -> None:
    with pytest.raises(Exception, match="--nonsense"):
        understood(["serve", "--nonsense"])
    assert {place for place, _ in commands()} >= {"stylobate-site@.service", "compose.yml site", "site.md"}


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What Prometheus reads of a site at which somebody has opened a table."""
    with running(tmp_path_factory.mktemp("site")) as site:
        site.visitor().open()
        return site.visitor().get("/metrics").text


def test_every_number_of_the_dashboard_is_told_and_every_number_told_is_on_it(numbers: str) -> None:
    shown = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    shown += [one["query"]["query"] for one in BOARD["templating"]["list"] if one["type"] == "query"]
    told = set(re.findall(r"^(stylobate_\w+)\{", numbers, re.M))
    named = {name for expr in shown for name in re.findall(r"stylobate_\w+", expr)}
    assert named == told
    labels = set(re.findall(r'[{,](\w+)="', numbers))
    for expr in shown:
        assert set(re.findall(r'[{,](\w+)=~?"', expr)) <= labels
        assert set(re.findall(r"by \((\w+)\)", expr)) <= labels
        assert [expr.count(sign) for sign in "({["] == [expr.count(sign) for sign in ")}]"]


def test_a_dashboard_has_no_panel_over_another_and_each_explains_itself() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in BOARD["panels"]:
        at = panel["gridPos"]
        squares = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not squares & taken
        assert max(x for x, _ in squares) < 24
        taken |= squares
        assert panel["title"]
        assert panel["description"].endswith(".")
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def test_what_compose_names_is_there() -> None:
    services, volumes, networks = (set(COMPOSE[kind]) for kind in ("services", "volumes", "networks"))
    used = set()
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", {})) <= services
        assert set(service["networks"]) <= networks
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in volumes or (DEPLOY / source).is_file()
            used.add(source)
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert volumes <= used


def test_in_compose_the_site_believes_caddys_network_who_a_visitor_is() -> None:
    given = understood(words(COMPOSE["services"]["site"]["command"]))
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert ipaddress.ip_network(given["proxy"]) == ipaddress.ip_network(network["subnet"])
    host, port = COMPOSE["services"]["caddy"]["environment"]["STYLOBATE_SERVERS"].split(":")
    assert (host in COMPOSE["services"], int(port)) == (True, given["port"])


def test_prometheus_reads_where_a_site_is_served() -> None:
    (job,) = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{understood(['serve'])['port']}"]}]


def test_prometheus_understands_its_file_and_what_a_site_tells_even_of_several_processes(
    numbers: str,
) -> None:
    if not shutil.which("promtool"):
        pytest.skip("there is no Prometheus here")
    two = together([numbers, re.sub('process="[^"]*"', 'process="other"', numbers)])
    for words, given in ((["config", str(DEPLOY / "prometheus.yml")], ""), (["metrics"], two)):
        done = subprocess.run(
            ["promtool", "check", *words], input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_faults_and_refusals_are_counted_from_nought(numbers: str) -> None:
    """Of what is told first when it has happened once, Prometheus sees no growth."""
    assert {re.sub('process="[^"]*",', "", line) for line in numbers.splitlines()} >= {
        f'stylobate_requests_total{{method="{method}",status="{status}"}} 0'
        for method in ("GET", "POST")
        for status in (429, 500, 503)
    }


def test_an_image_is_made_of_what_is_here_and_is_not_run_by_root() -> None:
    assert re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M) == ["${BASE}", "${BASE}"]
    lines = re.findall(r"^COPY (?!--from)(.*)", CONTAINERFILE, re.M)
    copied = [name for line in lines for name in line.split()[:-1]]
    assert "src" in copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert re.findall(r"^(USER \w+|ENTRYPOINT.*)", CONTAINERFILE, re.M) == [
        "USER stylobate",
        'ENTRYPOINT ["stylobate"]',
    ]
    assert "make " not in re.sub(r"^#.*", "", CONTAINERFILE, flags=re.M)


def test_the_packages_of_a_site_are_those_that_were_tested() -> None:
    """Each stands in requirements.txt with the same version and the same hashes."""
    tested, sites = (
        {line.split()[0]: hashes for line, hashes in locked(ROOT / name)}
        for name in ("requirements.txt", "requirements-site.txt")
    )
    assert sites
    assert {name: hashes for name, hashes in sites.items() if tested.get(name) != hashes} == {}
    assert any(name.startswith("psycopg==") for name in sites)
    assert not any(name.startswith("pytest==") for name in sites)


def locked(file: Path) -> Iterator[tuple[str, list[str]]]:
    for block in re.findall(r"^\S.*(?:\n +--hash.*)+", file.read_text("utf-8"), re.M):
        yield block.splitlines()[0], sorted(re.findall(r"sha256:\w+", block))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_unit(unit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd here")
    name = unit.name.replace("@.", "@8000.")
    monkeypatch.setenv("SYSTEMD_UNIT_PATH", f"{unit.parent}:")
    done = subprocess.run(["systemd-analyze", "verify", name], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "stylobate" in line]
    assert [line for line in said if "/opt/stylobate/bin/stylobate is not executable" not in line] == []


def test_units_and_pages_name_only_units_that_there_are() -> None:
    known = {unit.name for unit in UNITS}
    texts = [file.read_text("utf-8") for file in (*UNITS, ROOT / "docs" / "site.md")]
    for name, number in re.findall(r"(stylobate-(?:site|worker|backup)\b)(@?)", "\n".join(texts)):
        assert {f"{name}{number}.service", f"{name}{number}.timer"} & known, name


def test_every_service_is_held_to_what_it_may_do() -> None:
    services = [unit for unit in UNITS if unit.suffix == ".service"]
    assert len(services) >= 2
    held = (DEPLOY / "systemd" / "stylobate-.service.d" / "common.conf").read_text("utf-8")
    for line in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="):
        assert f"\n{line}\n" in held
    for unit in services:
        assert not re.search(r"^(User|ProtectSystem|NoNewPrivileges)=", unit.read_text("utf-8"), re.M)


def test_caddy_understands_the_caddyfile_and_would_not_write_it_otherwise() -> None:
    words = [caddy.program(), "validate", "--adapter", "caddyfile", "--config", str(caddy.FILE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written = subprocess.run(
        [caddy.program(), "fmt", str(caddy.FILE)], capture_output=True, text=True, check=False
    )
    assert written.stdout == caddy.FILE.read_text("utf-8")

"""The description of the JSON API: valid, whole, and true: every operation, field, error and limit is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from openapi_spec_validator import validate

from dolmen.server.api.description import ERRORS
from tests.server.people import Server, api, serve

PUBLIC = {"new_guest", "list_games", "read_standing", "draw_setup"}
"""What needs no token."""
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def schema(server_of_module: Server) -> dict[str, Any]:
    told: dict[str, Any] = httpx.get(f"{server_of_module.url}/api/openapi.json").json()
    return told


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            assert method in METHODS
            yield method, path, told


def in_snakes(name: str) -> str:
    """As generated clients call a thing of that shape."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def mixed(shape: dict[str, Any]) -> set[str]:
    """Fields of a shape that are no plain values: a generated reader has a variable of their name and type."""
    return {name for name, told in shape.get("properties", {}).items() if told.get("type") in ("array", "object")}


def test_it_is_valid_openapi(schema: dict[str, Any]) -> None:
    validate(schema)
    assert schema["openapi"].startswith("3.1") and schema["info"]["title"] == "Dolmen"


def test_every_field_of_every_shape_is_described(schema: dict[str, Any]) -> None:
    shapes = schema["components"]["schemas"]
    missing = [name for name, shape in shapes.items() if not shape.get("description")]
    missing += [
        f"{name}.{field}"
        for name, shape in shapes.items()
        for field, told in shape.get("properties", {}).items()
        if not told.get("description")
    ]
    assert missing == [] and not {"HTTPValidationError", "ValidationError"} & set(shapes)
    titles = [shape.get("title", name) for name, shape in shapes.items()]
    assert len(set(titles)) == len(titles) and all(name.isidentifier() for name in shapes)  # as generators name classes
    assert [name for name, shape in shapes.items() if in_snakes(name) in mixed(shape)] == []
    assert set(shapes["TableView"]["properties"]["status"]["enum"]) == {"waiting", "playing", "finished", "imported"}
    assert shapes["NewTable"]["additionalProperties"] is False


def test_every_operation_parameter_and_answer_is_described(schema: dict[str, Any]) -> None:
    names = [told["operationId"] for _method, _path, told in operations(schema)]
    assert len(names) == len(set(names)) and all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names)
    tags = {tag["name"] for tag in schema["tags"] if tag["description"]}
    for method, path, told in operations(schema):
        assert told["summary"] and told["description"] and set(told["tags"]) <= tags, (method, path)
        assert all(one["description"] for one in told.get("parameters", ())), (method, path)
        assert not any(one["name"].lower() == "authorization" for one in told.get("parameters", ()))
        for status, answer in told["responses"].items():
            assert answer["description"] not in ("", "Successful Response"), (method, path, status)
            assert all(content["schema"] for content in answer.get("content", {}).values()), (method, path, status)


def test_every_operation_tells_its_errors_in_one_shape_and_who_may_call(schema: dict[str, Any]) -> None:
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for method, path, told in operations(schema):
        is_public = told["operationId"] in PUBLIC
        assert ("security" not in told) == is_public, (method, path)
        refused = {status for status in told["responses"] if status >= "400"}
        without = {"401", "403"} if is_public else set()
        without |= set() if "requestBody" in told else {"413"}
        assert refused == set(ERRORS) - without, (method, path)
        for status in refused:
            shape = told["responses"][status]["content"]["application/json"]["schema"]
            assert shape == {"$ref": "#/components/schemas/Problem"}
        assert all("Retry-After" in told["responses"][status]["headers"] for status in ("429", "503"))


def test_archives_are_described_as_such(schema: dict[str, Any], server: Server) -> None:
    paths = [path for path in schema["paths"] if path.endswith(".zip")]
    assert len(paths) == 2
    for path in paths:
        content = schema["paths"][path]["get"]["responses"]["200"]["content"]
        assert content == {"application/zip": {"schema": {"type": "string", "format": "binary"}}}
    assert api(server, "Robo").get("/me/games.zip").headers["content-type"] == "application/zip"


def test_streams_are_described_with_their_events(schema: dict[str, Any]) -> None:
    for path, shape in (("/api/stream", "AccountEvent"), ("/api/tables/{table_id}/stream", "TableView")):
        content = schema["paths"][path]["get"]["responses"]["200"]["content"]
        ((media, told),) = content.items()
        assert media == told["schema"]["contentMediaType"] == "text/event-stream"
        assert told["schema"]["contentSchema"] == {"$ref": f"#/components/schemas/{shape}"}
        assert told["schema"]["type"] == "string"  # or generated clients read a whole stream as one event
    kinds = schema["components"]["schemas"]["AccountEvent"]["discriminator"]["mapping"]
    assert set(kinds) == {
        *("ready", "invited", "challenged", "answered", "begins"),
        *("turn", "undo_asked", "over", "closed"),
    }


def test_the_reference_is_a_page_of_our_own(server: Server, schema: dict[str, Any]) -> None:
    """It works offline and under the policy of all pages: no script and no style from elsewhere, none inline."""
    answer = server.visitor().get("/api/docs")
    assert answer.status_code == 200 and "default-src 'none'" in answer.headers["content-security-policy"]
    for _method, path, told in operations(schema):
        assert f'id="{told["operationId"]}"' in answer.text and path in answer.text
    for name in schema["components"]["schemas"]:
        assert f'id="shape-{name}"' in answer.text
    assert "//" not in "".join(re.findall(r'(?:src|href)="([^"]*)"', answer.text)) and "style=" not in answer.text
    assert re.search(r"text/event-stream:\s+stream of\s+<a href=\"#shape-AccountEvent\">", answer.text)
    assert "<b>Limits</b>" in answer.text and "<code>client_id</code>" in answer.text


# ------------------------------------------------------------------------------------------------ what is refused


def problem(answer: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    """An error, in the one shape."""
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["error"]) == (status, kind), answer.text
    assert set(told) <= {"error", "message", "sequence", "retry_after", "detail"} and told["message"]
    return told


def test_every_error_has_one_shape(server: Server) -> None:
    robo, bibo = api(server, "Robo"), api(server, "Bibo")
    table = robo.post("/tables", json={"game": "meduris", "seats": ["me", "bot:random"]}).json()["id"]
    with server.client(base_url=f"{server.url}/api") as nobody:
        problem(nobody.get("/tables"), 401, "NoToken")
    problem(bibo.get(f"/tables/{table}", params={"seat": 0}), 403, "NotYourSeat")
    problem(robo.get("/tables/0123456789abcdef"), 404, "NotFound")
    problem(robo.get("/no/such/address"), 404, "NoSuchPage")
    told = problem(robo.put("/tables"), 405, "WrongMethod")
    assert told["message"] == "This address takes GET, POST, not PUT."
    for sent in ({"data": {"game": "meduris"}}, {"content": '{"game": "meduris"}'}):  # the first as curl -d sends it
        told = problem(robo.post("/tables", **sent), 422, "InvalidRequest")
        assert told["message"] == "A body is JSON here, with 'Content-Type: application/json'."
    deep = robo.post("/tables", content="[" * 100_000, headers={"Content-Type": "application/json"})
    problem(deep, 400, "BadRequest")
    problem(robo.post("/tables", json={"game": "meduris", "seats": ["king"]}), 422, "InvalidSetup")
    problem(robo.post("/tables", json={"game": "meduris", "seats": ["king", "me"]}), 400, "BadRequest")
    problem(robo.post("/tables", json={"game": "chess", "seats": ["me"]}), 404, "UnknownGame")
    stale = robo.post(f"/tables/{table}/moves", json={"sequence": 99, "actions": [1]})
    assert problem(stale, 409, "Stale")["sequence"] == 0
    problem(robo.post(f"/tables/{table}/moves", json={"sequence": 0, "actions": ["hut 3"]}), 409, "IllegalAction")
    problem(robo.post("/tables", content="{" * 9), 422, "InvalidRequest")
    problem(robo.get(f"/tables/{table}/file"), 409, "NotOver")


def test_an_address_tells_all_that_may_be_done_there(server: Server, schema: dict[str, Any]) -> None:
    robo = api(server, "Robo")
    for path, methods in schema["paths"].items():
        answer = robo.options(server.url + re.sub("{[^}]*}", "0", path))
        problem(answer, 405, "WrongMethod")
        assert answer.headers["allow"] == ", ".join(sorted(method.upper() for method in methods)), path


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"game": "meduris"}, "seats"),
        ({"game": "meduris", "seats": ["me"], "colour": "red"}, "colour"),
        ({"game": "meduris", "seats": "me"}, "seats"),
        ({"game": 3, "seats": ["me", "open"]}, "game"),
        ({"game": "meduris", "seats": ["me", "open"], "clock": -1}, "clock"),
        ([], "body"),
    ],
)
def test_bodies_that_are_not_well_formed_are_refused_by_name(server: Server, body: Any, where: str) -> None:
    told = problem(api(server, "Robo").post("/tables", json=body), 422, "InvalidRequest")
    assert f"'{where}'" in told["message"] and told["detail"][0]["loc"][-1] == where


def test_unknown_options_and_parameters_are_refused(server: Server) -> None:
    robo = api(server, "Robo")
    new = {"game": "meduris", "seats": ["me", "open"], "options": {"foo": "1"}}
    assert "there is no option 'foo'" in problem(robo.post("/tables", json=new), 422, "InvalidSetup")["message"]
    told = problem(robo.get("/tables", params={"page": 2}), 422, "UnknownParameter")
    assert told["message"] == "this address has no parameter 'page'; there are none"
    table = robo.post("/tables", json={**new, "options": {}}).json()["id"]
    told = problem(robo.post(f"/tables/{table}/join", params={"seats": 1}), 422, "UnknownParameter")
    assert told["message"].endswith("there are: seat, token")


def test_limits_are_told_before_and_when_they_are_reached(tmp_path: Any) -> None:
    with serve(f"sqlite:///{tmp_path}/tables.sqlite", rate=2.0) as small:
        robo = api(small, "Robo")
        left = []
        for _ in range(20):
            answer = robo.get("/games")
            assert answer.headers["ratelimit-limit"] == "10" and int(answer.headers["ratelimit-reset"]) <= 5
            left.append(int(answer.headers["ratelimit-remaining"]))
            if answer.status_code != 200:
                break
        assert left == sorted(left, reverse=True) and left[-1] == 0
        told = problem(answer, 429, "TooMany")
        assert told["retry_after"] == int(answer.headers["retry-after"]) == 1
        page = robo.get(f"{small.url}/")
        assert page.status_code == 429 and page.headers["content-type"].startswith("text/plain")


def test_seats_are_counted_from_0_wherever_the_api_names_them(server: Server) -> None:
    robo = api(server, "Robo")
    made = robo.post("/tables", json={"game": "meduris", "seats": ["me", "here"]}).json()
    assert [seat["seat"] for seat in made["seats"]] == [0, 1] and made["deciding"] == 0
    for seat in (0, 1):
        assert robo.get(f"/tables/{made['id']}", params={"seat": seat}).json()["seat"] == seat
        assert robo.get(f"/tables/{made['id']}/game", params={"seat": seat}).json()["seat"] == seat


@pytest.mark.parametrize("game", ["meduris", "terra-mystica"])
def test_positions_count_them_from_0_too(server: Server, game: str) -> None:
    robo = api(server, "Robo")
    made = robo.post("/tables", json={"game": game, "seats": ["me", "here", "here"]}).json()
    views = [robo.get(f"/tables/{made['id']}").json()]
    asked: set[int] = set()
    while asked != {0, 1, 2}:
        seat = views[-1]["deciding"]
        first = robo.get(f"/tables/{made['id']}/choices", params={"seat": seat}).json()[0]
        sent = {"sequence": views[-1]["sequence"], "actions": [first["action"]], "seat": seat}
        assert robo.post(f"/tables/{made['id']}/moves", json=sent).status_code == 200
        views.append(robo.get(f"/tables/{made['id']}").json())
        asked = {view["deciding"] for view in views}
    assert all(view["position"]["player"] == view["deciding"] for view in views)
    line = robo.post(f"/tables/{made['id']}/lines", json={"seat": 0}).json()
    assert line["position"]["player"] == line["deciding"]
    moment = robo.get(f"/tables/{made['id']}/moments/0").json()
    assert moment["position"]["player"] == moment["deciding"] == 0

"""Trying it out by program: the same lines, the same permissions, and a sentence for what is wrong."""

from __future__ import annotations

import httpx
import pytest

from tests.server.people import Server, api


@pytest.fixture
def robot(server: Server) -> httpx.Client:
    return api(server, "Robo")


@pytest.fixture
def table(robot: httpx.Client) -> str:
    made = robot.post("/tables", json={"game": "meduris", "seats": ["me", "bot:greedy", "bot:greedy"]})
    return str(made.json()["id"])


def test_a_line_is_begun_decided_looked_at_named_and_removed(robot: httpx.Client, table: str) -> None:
    begun = robot.post(f"/tables/{table}/lines", json={}).json()
    here = f"/tables/{table}/lines/{begun['line']}"
    assert begun["deciding"] == 0 and begun["choices"] and not begun["moved_on"] and begun["tried"] == []
    assert begun["position"]["stocks"][1] is None, "what is hidden stays hidden"
    decided = robot.post(f"{here}/decide", json={"actions": ["place wood"], "version": begun["version"]}).json()
    assert decided["tried"][0] == {"seat": 0, "actions": ["place wood"], "by": "me"}
    assert {step["by"] for step in decided["tried"]} >= {"me", "bot"}
    stale = robot.post(f"{here}/decide", json={"actions": ["place wood"], "version": begun["version"]})
    assert stale.status_code == 409
    looked = robot.patch(here, json={"at": 0, "name": "Wood first", "others": "me"}).json()
    assert (looked["at"], looked["name"], looked["others"]) == (0, "Wood first", "me")
    assert [line["name"] for line in robot.get(f"/tables/{table}/lines").json()] == ["Wood first"]
    assert robot.post(f"{here}/bot").json()["tried"][0]["by"] == "bot"
    assert robot.get(here).json()["steps"] >= 1
    assert robot.delete(here).status_code == 204
    assert robot.get(here).status_code == 404 and robot.get(f"/tables/{table}/lines").json() == []


def test_the_dice_are_chosen_or_rolled(robot: httpx.Client, table: str) -> None:
    line = robot.post(f"/tables/{table}/lines", json={}).json()
    here = f"/tables/{table}/lines/{line['line']}"
    for _ in range(20):
        if line["deciding"] is None:
            break
        line = robot.post(f"{here}/decide", json={"actions": [line["choices"][0]["action"]]}).json()
    assert line["choices"][0]["text"] == "roll wood"
    at = line["at"]
    chosen = robot.post(f"{here}/decide", json={"actions": ["roll minus"]}).json()["tried"][at]
    assert chosen["actions"] == ["roll minus"]
    robot.patch(here, json={"at": at})
    rolled = robot.post(f"{here}/decide", json={"actions": ["roll"]}).json()["tried"][at]
    assert rolled["seat"] is None and rolled["by"] == "dice" and rolled["actions"][0].startswith("roll ")


def test_the_first_turn_is_sent(robot: httpx.Client, table: str) -> None:
    line = robot.post(f"/tables/{table}/lines", json={}).json()["line"]
    robot.post(f"/tables/{table}/lines/{line}/decide", json={"actions": ["place copper"]})
    sent = robot.post(f"/tables/{table}/lines/{line}/send")
    assert sent.status_code == 200 and sent.json()["sequence"] >= 1
    assert robot.get(f"/tables/{table}").json()["position"]["stacks"]["copper"][0] == 0
    assert robot.post(f"/tables/{table}/lines/{line}/renew").status_code == 200


def test_a_turn_is_planned_read_and_withdrawn(server: Server, robot: httpx.Client) -> None:
    other = api(server, "Bibo")
    made = robot.post("/tables", json={"game": "meduris", "seats": ["me", "friend"]}).json()
    table, link = made["id"], made["seats"][1]["link"]
    other.post(f"/tables/{table}/join", params={"token": link})
    assert other.get(f"/tables/{table}/planned").json() is None
    planned = other.put(f"/tables/{table}/planned", json={"actions": ["place stone"]})
    assert planned.json() == {"actions": ["place stone"], "promise": None, "text": "place stone"}
    assert robot.get(f"/tables/{table}/planned").json() is None, "nobody else is told"
    assert "planned" not in robot.get(f"/tables/{table}").text
    assert robot.put(f"/tables/{table}/planned", json={"actions": ["place stone"]}).status_code == 409
    sequence = robot.get(f"/tables/{table}").json()["sequence"]
    made = robot.post(f"/tables/{table}/moves", json={"sequence": sequence, "actions": ["place wood"]})
    assert made.json()["sequence"] == sequence + 2, "both turns in one go"
    assert robot.get(f"/tables/{table}").json()["position"]["stacks"]["stone"] == [1], "it was made at once"
    assert other.get(f"/tables/{table}/planned").json() is None
    other.put(f"/tables/{table}/planned", json={"actions": ["place stone"]})
    assert other.delete(f"/tables/{table}/planned").status_code == 204
    assert other.get(f"/tables/{table}/planned").json() is None


def test_what_is_wrong_is_a_sentence(server: Server, robot: httpx.Client, table: str) -> None:
    line = robot.post(f"/tables/{table}/lines", json={}).json()["line"]
    here, stranger = f"/tables/{table}/lines/{line}", api(server, "Eve")
    answers = [
        (robot.get(f"/tables/{table}/lines/99"), 404),
        (robot.post(f"{here}/decide", json={"actions": ["hut 1"]}), 409),
        (robot.post(f"{here}/decide", json={"actions": []}), 422),
        (robot.post(f"{here}/decide", json={"actions": ["nonsense"]}), 422),
        (robot.patch(here, json={"at": 7}), 400),
        (robot.patch(here, json={"others": "nobody"}), 400),
        (robot.post(f"{here}/send"), 400),
        (stranger.get(here), 404),
        (stranger.post(f"/tables/{table}/lines", json={}), 403),
        (stranger.get(f"/tables/{table}/planned"), 403),
        (robot.put(f"/tables/{table}/planned", json={"actions": ["nonsense"]}), 400),
        (robot.get("/tables/0123456789abcdef/lines"), 404),
    ]
    for answer, status in answers:
        assert answer.status_code == status, (answer.url, answer.text)
        assert len(answer.json()["message"].split()) >= 3


def test_the_description_names_them_all(server: Server) -> None:
    paths = httpx.get(f"{server.url}/api/openapi.json").json()["paths"]
    line = "/api/tables/{table_id}/lines/{line}"
    assert set(paths[line]) == {"get", "patch", "delete"} and f"{line}/send" in paths and f"{line}/decide" in paths
    assert set(paths["/api/tables/{table_id}/planned"]) == {"get", "put", "delete"}

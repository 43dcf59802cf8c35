"""What strangers give as addresses: nothing leads into the house, nothing is followed, nothing is forged."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from dolmen.core.errors import InvalidSetup
from dolmen.core.words import words
from dolmen.server.calls import outside
from dolmen.server.calls.calling import check_calls
from dolmen.server.calls.devices import device_name
from dolmen.server.calls.errors import NoAnswer, NotTaken
from dolmen.server.calls.hook import hook_body
from dolmen.server.calls.letters import Letter, Line
from dolmen.server.calls.mail import mail_address
from dolmen.server.calls.outside import connected, may_connect, outside_address
from dolmen.server.calls.push import Vapid, decoded, encoded, encrypted, new_key
from dolmen.server.config import Config
from tests.server.endpoints import Browser, signed_claims, web_place


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://example.org/x", "not https"),
        ("ftp://example.org/x", "address"),
        ("https://", "address"),
        ("https://user:secret@example.org/", "address"),
        ("https://example.org/ x", "address"),
        ("https://example.org/\r\nX: 1", "address"),
        ("https://exämple.org/", "address"),
        ("https://example.org:99999/", "address"),
        ("https://example.org:25/", "port"),
        ("https://127.0.0.1/", "private"),
        ("https://localhost/", "private"),
        ("https://sub.localhost:8443/", "private"),
        ("https://10.1.2.3/", "private"),
        ("https://192.168.0.1/", "private"),
        ("https://169.254.169.254/latest", "private"),
        ("https://100.64.0.1/", "private"),
        ("https://0.0.0.0/", "private"),
        ("https://[::1]/", "private"),
        ("https://[::ffff:127.0.0.1]/", "private"),
        ("https://[64:ff9b::10.0.0.1]/", "private"),
        ("https://[2002:7f00:1::]/", "private"),
        ("https://[fe80::1]/", "private"),
        ("https://[fd00::1]/", "private"),
        ("https://[fec0::1]/", "private"),
        ("https://[::10.0.0.1]/", "private"),
        ("https://[::ffff:0:127.0.0.1]/", "private"),
        ("https://[64:ff9b:1::127.0.0.1]/", "private"),
        ("https://[ff02::1]/", "private"),
        ("https://224.0.0.1/", "private"),
        ("https://127.1/", "private"),
        ("https://2130706433/", "private"),
        ("https://0x7f000001/", "private"),
        ("https://0177.0.0.1/", "private"),
        ("https://router/hook", "private"),
        ("https://localhost./", "private"),
        (f"https://example.org/{'x' * 1000}", "address"),
    ],
)
def test_addresses_that_lead_elsewhere_than_outside_are_refused(address: str, why: str) -> None:
    with pytest.raises(NotTaken) as refused:
        outside_address(address)
    assert refused.value.why == why


def test_public_addresses_are_fine_and_this_machine_where_the_host_says_so() -> None:
    assert outside_address("https://example.org/hook?key=1").hostname == "example.org"
    assert outside_address("https://8.8.8.8:8443/x").port == 8443
    assert outside_address("http://127.0.0.1:9000/x", here=True).port == 9000
    assert outside_address("http://localhost:9000/x", here=True).port == 9000
    for address in ("http://10.0.0.1:9000/", "http://example.org/", "https://192.168.1.1/"):
        with pytest.raises(NotTaken):
            outside_address(address, here=True)
    assert may_connect("8.8.8.8") and may_connect("2001:4860:4860::8888") and not may_connect("no number")


def resolving_to(monkeypatch: pytest.MonkeyPatch, *numbers: str) -> list[tuple[str, int]]:
    """Names lead to these numbers; gives what is connected to."""
    reached: list[tuple[str, int]] = []

    async def look_up(_loop: Any, _host: str, port: int, **_more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    async def connect(number: str, port: int, **_more: Any) -> Any:
        reached.append((number, port))
        raise OSError

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return reached


async def reach(address: str, *, here: bool = False) -> None:
    async with connected(address, here=here):
        pass


@pytest.mark.parametrize("here", [False, True])
def test_a_name_that_leads_into_the_house_is_not_connected_to(monkeypatch: pytest.MonkeyPatch, *, here: bool) -> None:
    reached = resolving_to(monkeypatch, "127.0.0.1", "10.0.0.5", "169.254.169.254")
    with pytest.raises(NotTaken, match="private"):
        asyncio.run(reach("https://rebound.example.org/x", here=here))
    assert reached == []


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = resolving_to(monkeypatch, "10.0.0.5", "93.184.216.34")
    with pytest.raises(NotTaken, match="unreachable"):
        asyncio.run(reach("https://example.org/x"))
    assert reached == [("93.184.216.34", 443)]


def test_an_answer_without_end_is_not_read() -> None:
    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nX: ")
        try:
            while True:
                writer.write(b"x" * 4096)
                await writer.drain()
        finally:
            writer.transport.abort()

    async def post() -> None:
        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, connected(f"http://127.0.0.1:{port}/", here=True) as connection:
            await connection.post({}, b"x")

    with pytest.raises(NoAnswer):
        asyncio.run(post())


def test_who_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.2)

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.read(100):
                pass
        finally:
            writer.transport.abort()

    async def post() -> None:
        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, connected(f"http://127.0.0.1:{port}/", here=True) as connection:
            await connection.post({}, b"x")

    with pytest.raises(NoAnswer):
        asyncio.run(post())


def test_nobody_at_home_is_not_taken() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(NotTaken, match="unreachable"):
        asyncio.run(reach(f"http://127.0.0.1:{port}/", here=True))


def test_a_request_is_plain_http() -> None:
    async def post(url: str) -> int:
        async with connected(f"{url}/a/b?c=d", here=True) as connection:
            return (await connection.post({"X-One": "1"}, b"body")).status

    with web_place() as place:
        assert asyncio.run(post(place.url)) == 201
        assert place.bodies == [b"body"] and place.heads[0]["x-one"] == "1"


# ---------------------------------------------------------------------------------------------------- mail and rooms


def test_mail_addresses() -> None:
    assert mail_address(" Ana.B+games@Example.ORG ") == "Ana.B+games@example.org"
    for wrong in (
        "",
        "ana",
        "@x.org",
        "ana@",
        "a b@x.org",
        "ana@x",
        "ana@-x.org",
        "ana@x..org",
        ".a@x.org",
        "a@x.org>",
        "a@127.0.0.1",
    ):
        assert mail_address(wrong) is None, wrong


def test_names_cannot_call_a_whole_room() -> None:
    letter = Letter("1", (Line("s", "<!channel> @everyone <https://evil|x> begins", "/t/1"),), words("en"))
    told = json.loads(hook_body("https://hooks.example.org/x", letter, "https://table.example.org"))
    assert list(told) == ["text"] and "<" not in told["text"] and "@everyone" not in told["text"]
    assert told["text"].endswith(" https://table.example.org/t/1")
    hidden = Letter("1", (Line("s", "[Your turn](https://evil) begins", "/t/1"),), words("en"))
    assert b"(Your turn)(https://evil)" in hook_body("https://hooks.example.org/x", hidden, "")
    discord = json.loads(hook_body("https://discord.com/api/webhooks/1/x", letter, ""))
    assert discord["allowed_mentions"] == {"parse": []} and "content" in discord and "text" not in discord
    assert "text" in json.loads(hook_body("https://notdiscord.com/x", letter, ""))


# ---------------------------------------------------------------------------------------------------- push


def test_the_example_of_rfc_8291() -> None:
    """Appendix A."""
    private = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    sender = ec.derive_private_key(int.from_bytes(decoded(private), "big"), ec.SECP256R1())
    keys = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    message = b"When I grow up, I want to be a watermelon"
    assert encoded(encrypted(message, keys, decoded("DGv6ra1nlYgDCS1FRnbzlw"), sender)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_every_message_is_encrypted_anew_and_only_its_browser_reads_it() -> None:
    browser, other = Browser(), Browser()
    text = json.dumps({"title": "Hi"}).encode()
    first, second = encrypted(text, browser.keys), encrypted(text, browser.keys)
    assert first != second and browser.read(first) == browser.read(second) == {"title": "Hi"}
    with pytest.raises(InvalidTag):
        other.read(first)


def test_the_hosts_key_stays_the_same() -> None:
    kept = new_key()
    host = Vapid(kept, "mailto:host@example.org")
    assert Vapid(kept, "").public == host.public != Vapid(new_key(), "").public
    claims = signed_claims(host.authorization("https://push.example.org:8443/send/x", at=1000))
    assert claims == {"aud": "https://push.example.org:8443", "exp": 1000 + 12 * 3600, "sub": "mailto:host@example.org"}


def test_browsers_are_told_apart_by_what_they_say() -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36"
    assert device_name(agent) == "Chrome, Linux" and device_name(f"{agent} Edg/130") == "Edge, Linux"
    assert device_name("Mozilla/5.0 (Android 15; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0") == "Firefox, Android"
    assert device_name("") == ""


# ---------------------------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"address": "table.example.org"}, "the setting 'address' is like"),
        ({"address": "https://example.org/dolmen"}, "root_path"),
        ({"smtp_security": "ssl"}, "starttls, tls, none"),
        ({"smtp_host": "mail", "address": "https://example.org"}, "--mail-from"),
        ({"smtp_host": "mail", "mail_from": "table@example.org"}, "--address"),
    ],
)
def test_wrong_settings_are_told_before_anything_starts(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidSetup, match=why):
        check_calls(Config(**settings))


def test_right_settings_are_fine() -> None:
    check_calls(Config(address="https://example.org/dolmen/", root_path="/dolmen"))
    mail = {"smtp_host": "mail.example.org", "mail_from": "table@example.org", "smtp_security": "tls"}
    check_calls(Config(address="https://example.org", **mail))  # type: ignore[arg-type]

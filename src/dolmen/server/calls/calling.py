"""What people may settle about being called: by which channels, for what; and the links that work for who has them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from dolmen.core.errors import InvalidSetup, translatable
from dolmen.server.calls.errors import NotTaken
from dolmen.server.calls.mail import MailLinks, check_mail, mail_address
from dolmen.server.calls.occasions import KINDS
from dolmen.server.calls.outside import outside_address
from dolmen.server.calls.push import Vapid, are_keys, new_key
from dolmen.server.config import Config
from dolmen.server.errors import BadChannel, BadRequest, NoSuchChannel
from dolmen.server.names import spoken_line
from dolmen.server.quotas import Quotas
from dolmen.store import Call, CallChannel, Player, Store, now
from dolmen.store.secrets import new_id

WAYS: Final = ("push", "mail", "hook")
MOST_CHANNELS: Final = 10
"""So many one person has."""
LONGEST_LABEL: Final = 60
_REFUSALS: Final = {
    "not https": translatable("The address must begin with https://."),
    "private": translatable("The address lies within a private network: nothing is sent there."),
    "port": translatable("Nothing is sent to that port."),
}
_NO_ADDRESS: Final = translatable("This is no address that can be called.")


def check_calls(config: Config) -> None:
    """Say what is wrong with a host's settings for calls, before anything starts. Raises InvalidSetup."""
    if config.address:
        wrong = InvalidSetup(f"the setting 'address' is like https://table.example.org, not '{config.address}'")
        try:
            parts = urlsplit(config.address)
        except ValueError:  # what stands in brackets is no address
            raise wrong from None
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise wrong
        if parts.path.rstrip("/") != config.root_path.rstrip("/"):
            raise InvalidSetup("the path of the setting 'address' is the setting 'root_path'")
    check_mail(config)


class Calling:
    """The channels of everybody, and who may change them."""

    def __init__(self, config: Config, store: Store, quotas: Quotas, key: bytes) -> None:
        self._store = store
        self._quotas = quotas
        self._key = key
        self.address = config.address.rstrip("/")
        """Where people find the host; empty where it has not said so."""
        self._has_mail = bool(config.smtp_host)
        self._here = config.notices_here
        mailbox = f"mailto:{config.mail_from or 'host@localhost'}"
        subject = self.address if self.address.startswith("https:") else mailbox
        self.vapid = Vapid(store.setting("push key", new_key()), subject)

    def offers(self, way: str) -> bool:
        """Whether this host calls people in that way: links in mail and chat rooms need its address."""
        return {"push": True, "mail": self._has_mail, "hook": bool(self.address)}.get(way, False)

    # ------------------------------------------------------------------------------------------------ channels

    def add_mail(self, player: Player, text: str, network: str) -> CallChannel:
        """A mail address, which is asked for its consent first. Raises BadChannel, TooMany."""
        self._refuse_unless_offered("mail")
        address = mail_address(text)
        if address is None:
            raise BadChannel(translatable("This is no mail address."))
        known = [one for one in self._of(player) if (one.kind, one.address, one.status) == ("mail", address, "on")]
        if known:
            return known[0]
        with self._quotas.mailboxes.one(address.lower()), self._quotas.asking.one(player.id, network):
            channel = self._add(player, "mail", address, address, status="asked")
            self._write(channel, "confirm")
        return channel

    def add_hook(self, player: Player, text: str) -> CallChannel:
        """The webhook of a chat room. Raises BadChannel."""
        self._refuse_unless_offered("hook")
        address = self._outside(text.strip())
        return self._add(player, "hook", address, urlsplit(address).hostname or "")

    def add_push(self, player: Player, endpoint: str, p256dh: str, auth: str, label: str) -> CallChannel:
        """A browser that has subscribed. Raises BadChannel."""
        keys = {"p256dh": p256dh, "auth": auth}
        if not are_keys(keys):
            raise BadChannel(translatable("The browser's keys cannot be read."))
        return self._add(player, "push", self._outside(endpoint), label, keys)

    def _refuse_unless_offered(self, way: str) -> None:
        if not self.offers(way):
            raise BadChannel(translatable("This host does not call people in that way."))

    def _outside(self, text: str) -> str:
        """An address that may be called. Raises BadChannel."""
        try:
            outside_address(text, here=self._here)
        except NotTaken as error:
            raise BadChannel(_REFUSALS.get(error.why, _NO_ADDRESS)) from None
        return text

    def _add(
        self,
        player: Player,
        kind: str,
        address: str,
        label: str,
        keys: dict[str, str] | None = None,
        status: str = "on",
    ) -> CallChannel:
        own = self._of(player)
        if len(own) >= MOST_CHANNELS and not any((one.kind, one.address) == (kind, address) for one in own):
            raise BadChannel(translatable("These are many ways to be called. Please end one of them first."))
        label = spoken_line(label)[:LONGEST_LABEL]
        return self._store.add_channel(
            CallChannel(new_id(), player.id, kind, address, keys or {}, label, status, now())
        )

    def _of(self, player: Player) -> list[CallChannel]:
        return self._store.channels_of([player.id])

    def channels(self, player: Player) -> list[CallChannel]:
        """All channels of a player."""
        return self._of(player)

    def own(self, player: Player, channel_id: str) -> CallChannel:
        """One of them. Raises NoSuchChannel."""
        found = self._store.channel(channel_id)
        if found is None or found.player != player.id:
            raise NoSuchChannel(translatable("You are not called there any more."))
        return found

    def end(self, player: Player, channel_id: str) -> None:
        """No longer. Raises NoSuchChannel."""
        self._store.end_channel(self.own(player, channel_id).id)

    def try_out(self, player: Player, channel_id: str) -> None:
        """Call somebody for a try, at once. Raises NoSuchChannel, BadChannel, TooMany."""
        channel = self.own(player, channel_id)
        if channel.status != "on":
            raise BadChannel(translatable("This is not switched on."))
        with self._quotas.tries.one(player.id):
            self._write(channel, "try")

    def _write(self, channel: CallChannel, kind: str) -> None:
        at = now()
        self._store.write_calls([Call(channel.id, channel.player, None, kind, new_id(), at, at)])

    # ------------------------------------------------------------------------------------------------ wishes

    def wishes(self, player: Player) -> list[str]:
        """For what a player wants to be called; who has said nothing, for everything."""
        return self._store.wishes([player.id]).get(player.id, list(KINDS))

    def wish(self, player: Player, kinds: Collection[str]) -> None:
        """From now on for these. Raises BadRequest."""
        if not set(kinds) <= set(KINDS):
            raise BadRequest(f"people are called for: {', '.join(KINDS)}")
        self._store.set_wishes(player.id, [kind for kind in KINDS if kind in kinds])

    def is_called(self, player: Player | None) -> bool:
        """Whether somebody is called by any channel."""
        return player is not None and bool(self._store.channels_of([player.id], "on"))

    # ------------------------------------------------------------------------------------------------ links

    def path(self, deed: str, channel_id: str) -> str:
        """The path that ends or confirms a channel, for whoever has it."""
        return f"/called/{deed}/{channel_id}/{self._proof(deed, channel_id)}"

    def _proof(self, deed: str, channel_id: str) -> str:
        return hmac.new(self._key, f"call {deed} {channel_id}".encode(), hashlib.sha256).hexdigest()[:40]

    def links(self, channel: CallChannel) -> MailLinks:
        """Where a mail leads."""
        end = self.address + self.path("end", channel.id)
        return MailLinks(self.address, end, f"{self.address}/account/called")

    def by_link(self, deed: str, channel_id: str, proof: str) -> CallChannel | None:
        """The channel that a link is about; None where it has ended. Raises NoSuchChannel if the link is not ours."""
        if not hmac.compare_digest(self._proof(deed, channel_id).encode(), proof.encode()):
            raise NoSuchChannel(translatable("This link is not complete."))
        return self._store.channel(channel_id)

    def end_by_link(self, channel_id: str, proof: str) -> None:
        """One click, and it is over; a second one changes nothing. Raises NoSuchChannel."""
        self.by_link("end", channel_id, proof)
        self._store.end_channel(channel_id)

    def confirm_by_link(self, channel_id: str, proof: str) -> bool:
        """Whoever reads the mail agrees; False where there is nothing to agree to any more. Raises NoSuchChannel."""
        self.by_link("confirm", channel_id, proof)
        return self._store.confirm_channel(channel_id, now())

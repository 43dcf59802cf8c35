"""Mail through the host's own server: one plain text, with a link that ends it."""

from __future__ import annotations

import contextlib
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from functools import cache
from typing import Final

from dolmen.core.errors import InvalidSetup
from dolmen.server.calls.errors import NoAnswer, NotTaken
from dolmen.server.calls.letters import Letter, plain_text
from dolmen.server.config import Config

SECONDS: Final = 20.0
"""For each answer of the mail server."""
LONGEST: Final = 254
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"[A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+(?!\d+$){_LABEL}")
"""A domain ends in a name, not in a number: numbers are addresses of machines."""
SECURITIES: Final = ("starttls", "tls", "none")
FAILED: Final = 400
"""From this answer of a mail server on, it has refused; from the next one on, for good."""
PERMANENT: Final = 500


def mail_address(text: str) -> str | None:
    """A mail address as it is kept; None where it is none."""
    text = text.strip()
    local, _, domain = text.rpartition("@")
    if len(text) > LONGEST or not _ADDRESS.fullmatch(text) or local.startswith(".") or local.endswith("."):
        return None
    return f"{local}@{domain.lower()}"


@dataclass(frozen=True)
class MailLinks:
    """Where a mail leads, beside what it is about."""

    address: str
    """The host's, which every path follows."""
    end: str
    settings: str


def check_mail(config: Config) -> None:
    """Say what is wrong with a host's settings for mail, before anything starts. Raises InvalidSetup."""
    if config.smtp_security not in SECURITIES:
        raise InvalidSetup(f"the setting 'smtp_security' is one of: {', '.join(SECURITIES)}")
    if not config.smtp_host:
        return
    if mail_address(config.mail_from) is None and not config.mail_from.endswith("@localhost"):
        raise InvalidSetup("mail needs a sender: --mail-from table@example.org")
    if not config.address:
        raise InvalidSetup("mail needs the address that its links begin with: --address https://table.example.org")


def message(config: Config, to: str, letter: Letter, links: MailLinks) -> EmailMessage:
    """A letter as mail. What stands in its head has no line breaks, whoever chose the words."""
    _ = letter.words.gettext
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"Dolmen <{config.mail_from}>"
    mail["To"] = to
    mail["Subject"] = " ".join(letter.subject.split())
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{letter.id}@{config.mail_from.rpartition('@')[2]}>"
    mail["List-Unsubscribe"] = f"<{links.end}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Auto-Submitted"] = "auto-generated"
    ends = _("One click ends this, for good: %(link)s") % {"link": links.end}
    changes = _("What you are called for, and how: %(link)s") % {"link": links.settings}
    mail.set_content(f"{plain_text(letter.lines, links.address)}\n\n-- \n{ends}\n{changes}\n", cte="quoted-printable")
    mail["Content-Language"] = letter.words.language
    return mail


def send(config: Config, to: str, hand_over: Callable[[], EmailMessage | None]) -> bool:
    """Send what `hand_over` gives at the last moment, when the server would take it; False where that is nothing.

    Raises NotTaken, NoAnswer.
    """
    try:
        server = _connected(config)
    except (smtplib.SMTPException, OSError):
        raise NotTaken("mail server") from None
    try:
        _expect(lambda: server.mail(config.mail_from), "mail server")
        _expect(lambda: server.rcpt(to), "no such mailbox")
        mail = hand_over()
        if mail is not None:
            _deliver(server, mail.as_bytes())
        return mail is not None
    finally:
        with contextlib.suppress(smtplib.SMTPException, OSError):
            server.quit()
        server.close()


def _deliver(server: smtplib.SMTP, mail: bytes) -> None:
    try:
        code, _text = server.data(mail)
    except smtplib.SMTPDataError:
        raise NotTaken("mail server") from None
    except (smtplib.SMTPException, OSError):
        raise NoAnswer from None
    if code >= FAILED:
        raise NotTaken("mail server")


def _expect(say: Callable[[], tuple[int, bytes]], why: str) -> None:
    """Raise NotTaken unless the server agrees; what it says of a mailbox may be for good."""
    try:
        code, _text = say()
    except (smtplib.SMTPException, OSError):
        raise NotTaken("mail server") from None
    if code >= FAILED:
        for_good = code >= PERMANENT and why == "no such mailbox"
        raise NotTaken(why if for_good else "mail server", ended=for_good)


def _connected(config: Config) -> smtplib.SMTP:
    """A mail server that listens. Raises what smtplib raises."""
    if config.smtp_security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(config.smtp_host, config.smtp_port, timeout=SECONDS, context=_tls())
    else:
        server = smtplib.SMTP(config.smtp_host, config.smtp_port, timeout=SECONDS)
    try:
        if config.smtp_security == "starttls":
            server.starttls(context=_tls())
        if config.smtp_user:
            server.login(config.smtp_user, config.smtp_password)
        else:
            server.ehlo_or_helo_if_needed()
    except (smtplib.SMTPException, OSError):
        server.close()
        raise
    return server


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()

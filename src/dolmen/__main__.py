"""`python -m dolmen` is the command `dolmen`."""

import sys

from dolmen.cli import main

sys.exit(main())

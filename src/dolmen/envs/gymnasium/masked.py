"""The mask of legal actions inside the observation, where libraries that learn look for it."""

from __future__ import annotations

from typing import Any

from dolmen.core.arguments import shown
from dolmen.core.errors import InvalidSetup
from dolmen.core.observation import Observation
from dolmen.envs.extras import needed_for
from dolmen.envs.gymnasium.seat import SeatEnv
from dolmen.envs.spaces import masked_observation_space

with needed_for("dolmen.envs.gymnasium"):
    import gymnasium
    from gymnasium import spaces


class MaskInObservation(gymnasium.ObservationWrapper[dict[str, Any], Any, Observation]):
    """Observations become two entries of a dictionary, what is seen and what is legal, under names of one's own.

    When the game is over nothing is legal, and the mask is all zero.
    """

    def __init__(
        self, env: gymnasium.Env[Observation, Any], observation: str = "observation", mask: str = "action_mask"
    ) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, SeatEnv):
            raise InvalidSetup(f"only environments of Dolmen tell what is legal, not {env.unwrapped}")
        if not isinstance(observation, str) or not isinstance(mask, str) or observation == mask:
            raise InvalidSetup(f"what is seen and what is legal need two names, not {shown((observation, mask))}")
        self.seat_env: SeatEnv = env.unwrapped
        self.names = observation, mask
        both = masked_observation_space(self.seat_env.game)
        self.observation_space = spaces.Dict({observation: both["observation"], mask: both["action_mask"]})

    def observation(self, observation: Observation) -> dict[str, Any]:
        """Both."""
        seen, mask = self.names
        return {seen: observation, mask: self.seat_env.action_masks()}

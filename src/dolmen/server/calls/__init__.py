"""How people are called who do not look: occasions, the outbox, and the ways out of the house."""

"""A learner: self-play on a batch with PyTorch, the whole of it on one device; needs the extra `train`.

model.py        the network: what a seat sees, to a choice and to what every seat may expect
rollout.py      games with the present network, and what each decision was worth
ppo.py          one update of the network (proximal policy optimisation with masks)
checkpoint.py   a run on disk, so that it goes on exactly; the weights for `dolmen.bots.learned`
judge.py        games against fixed bots, in a process of their own
curve.py        how a run went: lines of JSON and a picture
learner.py      all of it in a loop
"""

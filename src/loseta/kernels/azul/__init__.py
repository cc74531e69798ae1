"""The compiled twin of Azul's rules, with the functions that search and environments call."""

from loseta.kernels.azul import (
    features,
    greedy,
    heuristics,
    legal,
    observation,
    outcomes,
    policy,
    rules,
)
from loseta.kernels.azul.features import FEATURES as FEATURES
from loseta.kernels.azul.observation import FIELDS as FIELDS
from loseta.kernels.azul.packing import pack as pack
from loseta.kernels.azul.packing import packed_dealer_action as packed_dealer_action
from loseta.kernels.azul.packing import setup as setup
from loseta.kernels.azul.packing import unpack as unpack
from loseta.kernels.azul.rules import step_dealer as step_dealer
from loseta.kernels.azul.tables import STATE as STATE
from loseta.kernels.game import implement

implement(STATE, rules, legal, heuristics, greedy, policy, features, outcomes, observation)

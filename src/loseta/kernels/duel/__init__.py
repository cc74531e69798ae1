"""The compiled twin of Azul Duel's rules, with the functions that search and environments call."""

from loseta.kernels.duel import (
    acquisition,
    dealing,
    features,
    greedy,
    heuristics,
    legal,
    observation,
    outcomes,
    policy,
    rules,
)
from loseta.kernels.duel.features import FEATURES as FEATURES
from loseta.kernels.duel.observation import FIELDS as FIELDS
from loseta.kernels.duel.packing import pack as pack
from loseta.kernels.duel.packing import packed_dealer_action as packed_dealer_action
from loseta.kernels.duel.packing import setup as setup
from loseta.kernels.duel.packing import unpack as unpack
from loseta.kernels.duel.rules import step_dealer as step_dealer
from loseta.kernels.duel.tables import STATE as STATE
from loseta.kernels.game import implement

implement(
    *(STATE, dealing, acquisition, rules, legal, heuristics, greedy, policy),
    *(features, outcomes, observation),
)

from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Battlefield(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BATTLEFIELD_UNSPECIFIED: _ClassVar[Battlefield]
    BATTLEFIELD_SWORDS: _ClassVar[Battlefield]
    BATTLEFIELD_STAVES: _ClassVar[Battlefield]
    BATTLEFIELD_CUPS: _ClassVar[Battlefield]
    BATTLEFIELD_COINS: _ClassVar[Battlefield]

class Category(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CATEGORY_UNSPECIFIED: _ClassVar[Category]
    CATEGORY_SWORDS: _ClassVar[Category]
    CATEGORY_STAVES: _ClassVar[Category]
    CATEGORY_CUPS: _ClassVar[Category]
    CATEGORY_COINS: _ClassVar[Category]
    CATEGORY_MAJORS: _ClassVar[Category]
    CATEGORY_FOOL: _ClassVar[Category]

class DevilWins(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVIL_WINS_UNSPECIFIED: _ClassVar[DevilWins]
    DEVIL_WINS_FOR_CONTROLLER: _ClassVar[DevilWins]
    DEVIL_WINS_FOR_NOBODY: _ClassVar[DevilWins]

class OutOfTurnRefill(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUT_OF_TURN_REFILL_UNSPECIFIED: _ClassVar[OutOfTurnRefill]
    OUT_OF_TURN_REFILL_DEFERRED: _ClassVar[OutOfTurnRefill]
    OUT_OF_TURN_REFILL_IMMEDIATE: _ClassVar[OutOfTurnRefill]

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_ACT: _ClassVar[DecisionKind]
    DECISION_KIND_ENGAGE: _ClassVar[DecisionKind]
    DECISION_KIND_ADD_TO_RESERVE: _ClassVar[DecisionKind]
    DECISION_KIND_LAY_RESERVE: _ClassVar[DecisionKind]
    DECISION_KIND_STEAL: _ClassVar[DecisionKind]
    DECISION_KIND_VOTE: _ClassVar[DecisionKind]
    DECISION_KIND_EXTRA_TURN: _ClassVar[DecisionKind]
    DECISION_KIND_WHEEL: _ClassVar[DecisionKind]
    DECISION_KIND_LOOK: _ClassVar[DecisionKind]
    DECISION_KIND_REVEAL: _ClassVar[DecisionKind]
    DECISION_KIND_EXTEND: _ClassVar[DecisionKind]
    DECISION_KIND_HANG: _ClassVar[DecisionKind]
    DECISION_KIND_BLOCK: _ClassVar[DecisionKind]
    DECISION_KIND_DESTROY: _ClassVar[DecisionKind]
    DECISION_KIND_CALL: _ClassVar[DecisionKind]
    DECISION_KIND_JUDGE: _ClassVar[DecisionKind]

class SimpleAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIMPLE_ACTION_UNSPECIFIED: _ClassVar[SimpleAction]
    SIMPLE_ACTION_PASS: _ClassVar[SimpleAction]
    SIMPLE_ACTION_PASS_ON: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DONE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_YES: _ClassVar[SimpleAction]
    SIMPLE_ACTION_NO: _ClassVar[SimpleAction]
    SIMPLE_ACTION_STEAL: _ClassVar[SimpleAction]
    SIMPLE_ACTION_STEAL_FOR_DEVIL: _ClassVar[SimpleAction]
    SIMPLE_ACTION_TAKE_TURN: _ClassVar[SimpleAction]
    SIMPLE_ACTION_EXTEND_BY_ONE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_EXTEND_BY_TWO: _ClassVar[SimpleAction]
    SIMPLE_ACTION_ADD_TO_RESERVE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DISCARD_RESERVE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_USE_RESERVE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_POOL: _ClassVar[SimpleAction]

class StepKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_KIND_UNSPECIFIED: _ClassVar[StepKind]
    STEP_KIND_ACT: _ClassVar[StepKind]
    STEP_KIND_STEAL: _ClassVar[StepKind]
    STEP_KIND_PLACE: _ClassVar[StepKind]
    STEP_KIND_LOOK: _ClassVar[StepKind]
    STEP_KIND_REVEAL: _ClassVar[StepKind]
    STEP_KIND_LAY_RESERVE: _ClassVar[StepKind]
    STEP_KIND_EXTEND: _ClassVar[StepKind]
    STEP_KIND_HANG: _ClassVar[StepKind]
    STEP_KIND_BLOCK: _ClassVar[StepKind]
    STEP_KIND_DESTROY: _ClassVar[StepKind]
    STEP_KIND_CALL: _ClassVar[StepKind]
    STEP_KIND_JUDGE: _ClassVar[StepKind]
    STEP_KIND_WHEEL: _ClassVar[StepKind]
    STEP_KIND_FILL: _ClassVar[StepKind]
    STEP_KIND_DRAW: _ClassVar[StepKind]
    STEP_KIND_VOTE: _ClassVar[StepKind]
    STEP_KIND_CARD_DONE: _ClassVar[StepKind]
    STEP_KIND_REFILL: _ClassVar[StepKind]
    STEP_KIND_TURN_OVER: _ClassVar[StepKind]
    STEP_KIND_EXTRA_TURN: _ClassVar[StepKind]
    STEP_KIND_NEXT_TURN: _ClassVar[StepKind]

class Justice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    JUSTICE_UNSPECIFIED: _ClassVar[Justice]
    JUSTICE_POOL: _ClassVar[Justice]
    JUSTICE_SHARED: _ClassVar[Justice]
BATTLEFIELD_UNSPECIFIED: Battlefield
BATTLEFIELD_SWORDS: Battlefield
BATTLEFIELD_STAVES: Battlefield
BATTLEFIELD_CUPS: Battlefield
BATTLEFIELD_COINS: Battlefield
CATEGORY_UNSPECIFIED: Category
CATEGORY_SWORDS: Category
CATEGORY_STAVES: Category
CATEGORY_CUPS: Category
CATEGORY_COINS: Category
CATEGORY_MAJORS: Category
CATEGORY_FOOL: Category
DEVIL_WINS_UNSPECIFIED: DevilWins
DEVIL_WINS_FOR_CONTROLLER: DevilWins
DEVIL_WINS_FOR_NOBODY: DevilWins
OUT_OF_TURN_REFILL_UNSPECIFIED: OutOfTurnRefill
OUT_OF_TURN_REFILL_DEFERRED: OutOfTurnRefill
OUT_OF_TURN_REFILL_IMMEDIATE: OutOfTurnRefill
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_ACT: DecisionKind
DECISION_KIND_ENGAGE: DecisionKind
DECISION_KIND_ADD_TO_RESERVE: DecisionKind
DECISION_KIND_LAY_RESERVE: DecisionKind
DECISION_KIND_STEAL: DecisionKind
DECISION_KIND_VOTE: DecisionKind
DECISION_KIND_EXTRA_TURN: DecisionKind
DECISION_KIND_WHEEL: DecisionKind
DECISION_KIND_LOOK: DecisionKind
DECISION_KIND_REVEAL: DecisionKind
DECISION_KIND_EXTEND: DecisionKind
DECISION_KIND_HANG: DecisionKind
DECISION_KIND_BLOCK: DecisionKind
DECISION_KIND_DESTROY: DecisionKind
DECISION_KIND_CALL: DecisionKind
DECISION_KIND_JUDGE: DecisionKind
SIMPLE_ACTION_UNSPECIFIED: SimpleAction
SIMPLE_ACTION_PASS: SimpleAction
SIMPLE_ACTION_PASS_ON: SimpleAction
SIMPLE_ACTION_DONE: SimpleAction
SIMPLE_ACTION_YES: SimpleAction
SIMPLE_ACTION_NO: SimpleAction
SIMPLE_ACTION_STEAL: SimpleAction
SIMPLE_ACTION_STEAL_FOR_DEVIL: SimpleAction
SIMPLE_ACTION_TAKE_TURN: SimpleAction
SIMPLE_ACTION_EXTEND_BY_ONE: SimpleAction
SIMPLE_ACTION_EXTEND_BY_TWO: SimpleAction
SIMPLE_ACTION_ADD_TO_RESERVE: SimpleAction
SIMPLE_ACTION_DISCARD_RESERVE: SimpleAction
SIMPLE_ACTION_USE_RESERVE: SimpleAction
SIMPLE_ACTION_POOL: SimpleAction
STEP_KIND_UNSPECIFIED: StepKind
STEP_KIND_ACT: StepKind
STEP_KIND_STEAL: StepKind
STEP_KIND_PLACE: StepKind
STEP_KIND_LOOK: StepKind
STEP_KIND_REVEAL: StepKind
STEP_KIND_LAY_RESERVE: StepKind
STEP_KIND_EXTEND: StepKind
STEP_KIND_HANG: StepKind
STEP_KIND_BLOCK: StepKind
STEP_KIND_DESTROY: StepKind
STEP_KIND_CALL: StepKind
STEP_KIND_JUDGE: StepKind
STEP_KIND_WHEEL: StepKind
STEP_KIND_FILL: StepKind
STEP_KIND_DRAW: StepKind
STEP_KIND_VOTE: StepKind
STEP_KIND_CARD_DONE: StepKind
STEP_KIND_REFILL: StepKind
STEP_KIND_TURN_OVER: StepKind
STEP_KIND_EXTRA_TURN: StepKind
STEP_KIND_NEXT_TURN: StepKind
JUSTICE_UNSPECIFIED: Justice
JUSTICE_POOL: Justice
JUSTICE_SHARED: Justice

class Setup(_message.Message):
    __slots__ = ("players", "rounds", "max_renewals", "devil_wins", "devil_must_finish", "out_of_turn_refill", "first_player")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    MAX_RENEWALS_FIELD_NUMBER: _ClassVar[int]
    DEVIL_WINS_FIELD_NUMBER: _ClassVar[int]
    DEVIL_MUST_FINISH_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_TURN_REFILL_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    players: int
    rounds: int
    max_renewals: int
    devil_wins: DevilWins
    devil_must_finish: bool
    out_of_turn_refill: OutOfTurnRefill
    first_player: int
    def __init__(self, players: _Optional[int] = ..., rounds: _Optional[int] = ..., max_renewals: _Optional[int] = ..., devil_wins: _Optional[_Union[DevilWins, str]] = ..., devil_must_finish: bool = ..., out_of_turn_refill: _Optional[_Union[OutOfTurnRefill, str]] = ..., first_player: _Optional[int] = ...) -> None: ...

class DecisionLimit(_message.Message):
    __slots__ = ("kind", "legal_max")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MAX_FIELD_NUMBER: _ClassVar[int]
    kind: DecisionKind
    legal_max: int
    def __init__(self, kind: _Optional[_Union[DecisionKind, str]] = ..., legal_max: _Optional[int] = ...) -> None: ...

class Parameters(_message.Message):
    __slots__ = ("decisions", "hand_limit", "rounds_max", "renewals_max", "accessible_max")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    HAND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_MAX_FIELD_NUMBER: _ClassVar[int]
    RENEWALS_MAX_FIELD_NUMBER: _ClassVar[int]
    ACCESSIBLE_MAX_FIELD_NUMBER: _ClassVar[int]
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionLimit]
    hand_limit: int
    rounds_max: int
    renewals_max: int
    accessible_max: int
    def __init__(self, decisions: _Optional[_Iterable[_Union[DecisionLimit, _Mapping]]] = ..., hand_limit: _Optional[int] = ..., rounds_max: _Optional[int] = ..., renewals_max: _Optional[int] = ..., accessible_max: _Optional[int] = ...) -> None: ...

class Battlefields(_message.Message):
    __slots__ = ("battlefields",)
    BATTLEFIELDS_FIELD_NUMBER: _ClassVar[int]
    battlefields: _containers.RepeatedScalarFieldContainer[Battlefield]
    def __init__(self, battlefields: _Optional[_Iterable[_Union[Battlefield, str]]] = ...) -> None: ...

class PlayerOnBattlefield(_message.Message):
    __slots__ = ("player", "battlefield")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefield: Battlefield
    def __init__(self, player: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("simple", "category", "battlefield", "abdicate", "engage", "player", "at", "play", "discard", "pick", "call")
    SIMPLE_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    ABDICATE_FIELD_NUMBER: _ClassVar[int]
    ENGAGE_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    PICK_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    simple: SimpleAction
    category: Category
    battlefield: Battlefield
    abdicate: Battlefield
    engage: Battlefields
    player: int
    at: PlayerOnBattlefield
    play: int
    discard: int
    pick: int
    call: int
    def __init__(self, simple: _Optional[_Union[SimpleAction, str]] = ..., category: _Optional[_Union[Category, str]] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ..., abdicate: _Optional[_Union[Battlefield, str]] = ..., engage: _Optional[_Union[Battlefields, _Mapping]] = ..., player: _Optional[int] = ..., at: _Optional[_Union[PlayerOnBattlefield, _Mapping]] = ..., play: _Optional[int] = ..., discard: _Optional[int] = ..., pick: _Optional[int] = ..., call: _Optional[int] = ...) -> None: ...

class JusticePool(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrawTo(_message.Message):
    __slots__ = ("fill", "hand", "pool")
    FILL_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    fill: int
    hand: int
    pool: JusticePool
    def __init__(self, fill: _Optional[int] = ..., hand: _Optional[int] = ..., pool: _Optional[_Union[JusticePool, _Mapping]] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("kind", "on", "left", "majors", "to", "answered")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ON_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    MAJORS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    kind: StepKind
    on: int
    left: int
    majors: bool
    to: DrawTo
    answered: int
    def __init__(self, kind: _Optional[_Union[StepKind, str]] = ..., on: _Optional[int] = ..., left: _Optional[int] = ..., majors: bool = ..., to: _Optional[_Union[DrawTo, _Mapping]] = ..., answered: _Optional[int] = ...) -> None: ...

class Engagement(_message.Message):
    __slots__ = ("player", "battlefield", "cards", "order", "pair")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    PAIR_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefield: Battlefield
    cards: _containers.RepeatedScalarFieldContainer[int]
    order: int
    pair: Battlefield
    def __init__(self, player: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ..., cards: _Optional[_Iterable[int]] = ..., order: _Optional[int] = ..., pair: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class DeclaredEngagement(_message.Message):
    __slots__ = ("engager", "owner", "battlefields", "cards")
    ENGAGER_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELDS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    engager: int
    owner: int
    battlefields: _containers.RepeatedScalarFieldContainer[Battlefield]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, engager: _Optional[int] = ..., owner: _Optional[int] = ..., battlefields: _Optional[_Iterable[_Union[Battlefield, str]]] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Chariot(_message.Message):
    __slots__ = ("owner", "reserve")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    owner: int
    reserve: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, owner: _Optional[int] = ..., reserve: _Optional[_Iterable[int]] = ...) -> None: ...

class Hermit(_message.Message):
    __slots__ = ("owner", "turns", "waits")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    WAITS_FIELD_NUMBER: _ClassVar[int]
    owner: int
    turns: int
    waits: bool
    def __init__(self, owner: _Optional[int] = ..., turns: _Optional[int] = ..., waits: bool = ...) -> None: ...

class Strength(_message.Message):
    __slots__ = ("on", "extra")
    ON_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    on: int
    extra: int
    def __init__(self, on: _Optional[int] = ..., extra: _Optional[int] = ...) -> None: ...

class Temperance(_message.Message):
    __slots__ = ("owner", "battlefield")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    owner: int
    battlefield: Battlefield
    def __init__(self, owner: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class RoundResult(_message.Message):
    __slots__ = ("swords", "staves", "cups", "coins")
    SWORDS_FIELD_NUMBER: _ClassVar[int]
    STAVES_FIELD_NUMBER: _ClassVar[int]
    CUPS_FIELD_NUMBER: _ClassVar[int]
    COINS_FIELD_NUMBER: _ClassVar[int]
    swords: int
    staves: int
    cups: int
    coins: int
    def __init__(self, swords: _Optional[int] = ..., staves: _Optional[int] = ..., cups: _Optional[int] = ..., coins: _Optional[int] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("battlefields", "adding", "reserve", "cards", "thief", "complete")
    BATTLEFIELDS_FIELD_NUMBER: _ClassVar[int]
    ADDING_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    THIEF_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    battlefields: _containers.RepeatedScalarFieldContainer[Battlefield]
    adding: bool
    reserve: bool
    cards: _containers.RepeatedScalarFieldContainer[int]
    thief: int
    complete: bool
    def __init__(self, battlefields: _Optional[_Iterable[_Union[Battlefield, str]]] = ..., adding: bool = ..., reserve: bool = ..., cards: _Optional[_Iterable[int]] = ..., thief: _Optional[int] = ..., complete: bool = ...) -> None: ...

class CardMask(_message.Message):
    __slots__ = ("low", "middle", "high")
    LOW_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    low: int
    middle: int
    high: int
    def __init__(self, low: _Optional[int] = ..., middle: _Optional[int] = ..., high: _Optional[int] = ...) -> None: ...

class Knowledge(_message.Message):
    __slots__ = ("stock", "buried", "hands")
    STOCK_FIELD_NUMBER: _ClassVar[int]
    BURIED_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    stock: CardMask
    buried: CardMask
    hands: _containers.RepeatedCompositeFieldContainer[CardMask]
    def __init__(self, stock: _Optional[_Union[CardMask, _Mapping]] = ..., buried: _Optional[_Union[CardMask, _Mapping]] = ..., hands: _Optional[_Iterable[_Union[CardMask, _Mapping]]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("round", "starter", "turn", "extra", "last_normal", "hand_sizes", "stock_size", "stock_ended", "renewals", "buried", "discards", "playing", "declared", "engagements", "ever_engaged", "engaged_count", "retired", "chariot", "justice", "pool", "hermit", "strength", "annex", "temperance", "devil", "devil_hand", "results", "agenda", "ended", "hand", "answer", "knowledge")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    LAST_NORMAL_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    STOCK_SIZE_FIELD_NUMBER: _ClassVar[int]
    STOCK_ENDED_FIELD_NUMBER: _ClassVar[int]
    RENEWALS_FIELD_NUMBER: _ClassVar[int]
    BURIED_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    ENGAGEMENTS_FIELD_NUMBER: _ClassVar[int]
    EVER_ENGAGED_FIELD_NUMBER: _ClassVar[int]
    ENGAGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    RETIRED_FIELD_NUMBER: _ClassVar[int]
    CHARIOT_FIELD_NUMBER: _ClassVar[int]
    JUSTICE_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    HERMIT_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_FIELD_NUMBER: _ClassVar[int]
    ANNEX_FIELD_NUMBER: _ClassVar[int]
    TEMPERANCE_FIELD_NUMBER: _ClassVar[int]
    DEVIL_FIELD_NUMBER: _ClassVar[int]
    DEVIL_HAND_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    round: int
    starter: int
    turn: int
    extra: bool
    last_normal: int
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    stock_size: int
    stock_ended: bool
    renewals: int
    buried: int
    discards: _containers.RepeatedScalarFieldContainer[int]
    playing: int
    declared: DeclaredEngagement
    engagements: _containers.RepeatedCompositeFieldContainer[Engagement]
    ever_engaged: _containers.RepeatedScalarFieldContainer[Battlefield]
    engaged_count: int
    retired: _containers.RepeatedScalarFieldContainer[int]
    chariot: Chariot
    justice: Justice
    pool: _containers.RepeatedScalarFieldContainer[int]
    hermit: Hermit
    strength: Strength
    annex: _containers.RepeatedScalarFieldContainer[int]
    temperance: Temperance
    devil: int
    devil_hand: _containers.RepeatedScalarFieldContainer[int]
    results: _containers.RepeatedCompositeFieldContainer[RoundResult]
    agenda: _containers.RepeatedCompositeFieldContainer[Step]
    ended: bool
    hand: _containers.RepeatedScalarFieldContainer[int]
    answer: Answer
    knowledge: Knowledge
    def __init__(self, round: _Optional[int] = ..., starter: _Optional[int] = ..., turn: _Optional[int] = ..., extra: bool = ..., last_normal: _Optional[int] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., stock_size: _Optional[int] = ..., stock_ended: bool = ..., renewals: _Optional[int] = ..., buried: _Optional[int] = ..., discards: _Optional[_Iterable[int]] = ..., playing: _Optional[int] = ..., declared: _Optional[_Union[DeclaredEngagement, _Mapping]] = ..., engagements: _Optional[_Iterable[_Union[Engagement, _Mapping]]] = ..., ever_engaged: _Optional[_Iterable[_Union[Battlefield, str]]] = ..., engaged_count: _Optional[int] = ..., retired: _Optional[_Iterable[int]] = ..., chariot: _Optional[_Union[Chariot, _Mapping]] = ..., justice: _Optional[_Union[Justice, str]] = ..., pool: _Optional[_Iterable[int]] = ..., hermit: _Optional[_Union[Hermit, _Mapping]] = ..., strength: _Optional[_Union[Strength, _Mapping]] = ..., annex: _Optional[_Iterable[int]] = ..., temperance: _Optional[_Union[Temperance, _Mapping]] = ..., devil: _Optional[int] = ..., devil_hand: _Optional[_Iterable[int]] = ..., results: _Optional[_Iterable[_Union[RoundResult, _Mapping]]] = ..., agenda: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., ended: bool = ..., hand: _Optional[_Iterable[int]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., knowledge: _Optional[_Union[Knowledge, _Mapping]] = ...) -> None: ...

class Cards(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Faces(_message.Message):
    __slots__ = ("hidden", "shown")
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    hidden: int
    shown: Cards
    def __init__(self, hidden: _Optional[int] = ..., shown: _Optional[_Union[Cards, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("round_began", "turn_began", "drew", "drew_open", "pool_filled", "voted", "stock_renewed", "stock_ended", "discarded", "declared", "not_stolen", "stolen", "engaged", "abdicated", "retired", "played", "card_done", "looked", "shown", "reserve_laid", "reserve_grew", "reserve_discarded", "justice_done", "hermit_laid", "extra_turn_taken", "extra_turn_declined", "strength_laid", "hanged", "temperance_laid", "temperance_lifted", "devil_came", "destroyed", "called", "round_ended", "asked", "picked", "ended")
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    DREW_OPEN_FIELD_NUMBER: _ClassVar[int]
    POOL_FILLED_FIELD_NUMBER: _ClassVar[int]
    VOTED_FIELD_NUMBER: _ClassVar[int]
    STOCK_RENEWED_FIELD_NUMBER: _ClassVar[int]
    STOCK_ENDED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    NOT_STOLEN_FIELD_NUMBER: _ClassVar[int]
    STOLEN_FIELD_NUMBER: _ClassVar[int]
    ENGAGED_FIELD_NUMBER: _ClassVar[int]
    ABDICATED_FIELD_NUMBER: _ClassVar[int]
    RETIRED_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    CARD_DONE_FIELD_NUMBER: _ClassVar[int]
    LOOKED_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    RESERVE_LAID_FIELD_NUMBER: _ClassVar[int]
    RESERVE_GREW_FIELD_NUMBER: _ClassVar[int]
    RESERVE_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    JUSTICE_DONE_FIELD_NUMBER: _ClassVar[int]
    HERMIT_LAID_FIELD_NUMBER: _ClassVar[int]
    EXTRA_TURN_TAKEN_FIELD_NUMBER: _ClassVar[int]
    EXTRA_TURN_DECLINED_FIELD_NUMBER: _ClassVar[int]
    STRENGTH_LAID_FIELD_NUMBER: _ClassVar[int]
    HANGED_FIELD_NUMBER: _ClassVar[int]
    TEMPERANCE_LAID_FIELD_NUMBER: _ClassVar[int]
    TEMPERANCE_LIFTED_FIELD_NUMBER: _ClassVar[int]
    DEVIL_CAME_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    CALLED_FIELD_NUMBER: _ClassVar[int]
    ROUND_ENDED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    round_began: RoundBegan
    turn_began: TurnBegan
    drew: Drew
    drew_open: DrewOpen
    pool_filled: PoolFilled
    voted: Voted
    stock_renewed: StockRenewed
    stock_ended: StockEnded
    discarded: Discarded
    declared: Declared
    not_stolen: NotStolen
    stolen: Stolen
    engaged: Engaged
    abdicated: Abdicated
    retired: Retired
    played: Played
    card_done: CardDone
    looked: Looked
    shown: Shown
    reserve_laid: ReserveLaid
    reserve_grew: ReserveGrew
    reserve_discarded: ReserveDiscarded
    justice_done: JusticeDone
    hermit_laid: HermitLaid
    extra_turn_taken: ExtraTurnTaken
    extra_turn_declined: ExtraTurnDeclined
    strength_laid: StrengthLaid
    hanged: Hanged
    temperance_laid: TemperanceLaid
    temperance_lifted: TemperanceLifted
    devil_came: DevilCame
    destroyed: Destroyed
    called: Called
    round_ended: RoundEnded
    asked: Asked
    picked: Picked
    ended: Ended
    def __init__(self, round_began: _Optional[_Union[RoundBegan, _Mapping]] = ..., turn_began: _Optional[_Union[TurnBegan, _Mapping]] = ..., drew: _Optional[_Union[Drew, _Mapping]] = ..., drew_open: _Optional[_Union[DrewOpen, _Mapping]] = ..., pool_filled: _Optional[_Union[PoolFilled, _Mapping]] = ..., voted: _Optional[_Union[Voted, _Mapping]] = ..., stock_renewed: _Optional[_Union[StockRenewed, _Mapping]] = ..., stock_ended: _Optional[_Union[StockEnded, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., declared: _Optional[_Union[Declared, _Mapping]] = ..., not_stolen: _Optional[_Union[NotStolen, _Mapping]] = ..., stolen: _Optional[_Union[Stolen, _Mapping]] = ..., engaged: _Optional[_Union[Engaged, _Mapping]] = ..., abdicated: _Optional[_Union[Abdicated, _Mapping]] = ..., retired: _Optional[_Union[Retired, _Mapping]] = ..., played: _Optional[_Union[Played, _Mapping]] = ..., card_done: _Optional[_Union[CardDone, _Mapping]] = ..., looked: _Optional[_Union[Looked, _Mapping]] = ..., shown: _Optional[_Union[Shown, _Mapping]] = ..., reserve_laid: _Optional[_Union[ReserveLaid, _Mapping]] = ..., reserve_grew: _Optional[_Union[ReserveGrew, _Mapping]] = ..., reserve_discarded: _Optional[_Union[ReserveDiscarded, _Mapping]] = ..., justice_done: _Optional[_Union[JusticeDone, _Mapping]] = ..., hermit_laid: _Optional[_Union[HermitLaid, _Mapping]] = ..., extra_turn_taken: _Optional[_Union[ExtraTurnTaken, _Mapping]] = ..., extra_turn_declined: _Optional[_Union[ExtraTurnDeclined, _Mapping]] = ..., strength_laid: _Optional[_Union[StrengthLaid, _Mapping]] = ..., hanged: _Optional[_Union[Hanged, _Mapping]] = ..., temperance_laid: _Optional[_Union[TemperanceLaid, _Mapping]] = ..., temperance_lifted: _Optional[_Union[TemperanceLifted, _Mapping]] = ..., devil_came: _Optional[_Union[DevilCame, _Mapping]] = ..., destroyed: _Optional[_Union[Destroyed, _Mapping]] = ..., called: _Optional[_Union[Called, _Mapping]] = ..., round_ended: _Optional[_Union[RoundEnded, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., picked: _Optional[_Union[Picked, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ...) -> None: ...

class RoundBegan(_message.Message):
    __slots__ = ("round", "starter")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    round: int
    starter: int
    def __init__(self, round: _Optional[int] = ..., starter: _Optional[int] = ...) -> None: ...

class TurnBegan(_message.Message):
    __slots__ = ("player", "extra")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    player: int
    extra: bool
    def __init__(self, player: _Optional[int] = ..., extra: bool = ...) -> None: ...

class Drew(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class DrewOpen(_message.Message):
    __slots__ = ("player", "cards")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    player: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, player: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class PoolFilled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Voted(_message.Message):
    __slots__ = ("seat", "yes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    YES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    yes: bool
    def __init__(self, seat: _Optional[int] = ..., yes: bool = ...) -> None: ...

class StockRenewed(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StockEnded(_message.Message):
    __slots__ = ("buried",)
    BURIED_FIELD_NUMBER: _ClassVar[int]
    buried: int
    def __init__(self, buried: _Optional[int] = ...) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("player", "cards")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    player: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, player: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Declared(_message.Message):
    __slots__ = ("player", "battlefields", "cards", "reserve")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELDS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefields: _containers.RepeatedScalarFieldContainer[Battlefield]
    cards: _containers.RepeatedScalarFieldContainer[int]
    reserve: bool
    def __init__(self, player: _Optional[int] = ..., battlefields: _Optional[_Iterable[_Union[Battlefield, str]]] = ..., cards: _Optional[_Iterable[int]] = ..., reserve: bool = ...) -> None: ...

class NotStolen(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Stolen(_message.Message):
    __slots__ = ("thief",)
    THIEF_FIELD_NUMBER: _ClassVar[int]
    thief: int
    def __init__(self, thief: _Optional[int] = ...) -> None: ...

class Engaged(_message.Message):
    __slots__ = ("player", "battlefields")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELDS_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefields: _containers.RepeatedScalarFieldContainer[Battlefield]
    def __init__(self, player: _Optional[int] = ..., battlefields: _Optional[_Iterable[_Union[Battlefield, str]]] = ...) -> None: ...

class Abdicated(_message.Message):
    __slots__ = ("player", "battlefield")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefield: Battlefield
    def __init__(self, player: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class Retired(_message.Message):
    __slots__ = ("player", "hand")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    player: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, player: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ...) -> None: ...

class Played(_message.Message):
    __slots__ = ("player", "card")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    player: int
    card: int
    def __init__(self, player: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class CardDone(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Looked(_message.Message):
    __slots__ = ("player", "by", "at", "faces")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    player: int
    by: int
    at: int
    faces: Faces
    def __init__(self, player: _Optional[int] = ..., by: _Optional[int] = ..., at: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Shown(_message.Message):
    __slots__ = ("seat", "category", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CATEGORY_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    category: Category
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., category: _Optional[_Union[Category, str]] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class ReserveLaid(_message.Message):
    __slots__ = ("player", "cards")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    player: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, player: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class ReserveGrew(_message.Message):
    __slots__ = ("player", "cards")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    player: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, player: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class ReserveDiscarded(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class JusticeDone(_message.Message):
    __slots__ = ("shared",)
    SHARED_FIELD_NUMBER: _ClassVar[int]
    shared: bool
    def __init__(self, shared: bool = ...) -> None: ...

class HermitLaid(_message.Message):
    __slots__ = ("player",)
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    player: int
    def __init__(self, player: _Optional[int] = ...) -> None: ...

class ExtraTurnTaken(_message.Message):
    __slots__ = ("player", "left")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    player: int
    left: int
    def __init__(self, player: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class ExtraTurnDeclined(_message.Message):
    __slots__ = ("player", "until_own_turn")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    UNTIL_OWN_TURN_FIELD_NUMBER: _ClassVar[int]
    player: int
    until_own_turn: bool
    def __init__(self, player: _Optional[int] = ..., until_own_turn: bool = ...) -> None: ...

class StrengthLaid(_message.Message):
    __slots__ = ("on", "extra")
    ON_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    on: int
    extra: int
    def __init__(self, on: _Optional[int] = ..., extra: _Optional[int] = ...) -> None: ...

class Hanged(_message.Message):
    __slots__ = ("target", "hand")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    target: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, target: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ...) -> None: ...

class TemperanceLaid(_message.Message):
    __slots__ = ("player", "battlefield")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefield: Battlefield
    def __init__(self, player: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class TemperanceLifted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DevilCame(_message.Message):
    __slots__ = ("controller",)
    CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    controller: int
    def __init__(self, controller: _Optional[int] = ...) -> None: ...

class Destroyed(_message.Message):
    __slots__ = ("player", "battlefield")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    BATTLEFIELD_FIELD_NUMBER: _ClassVar[int]
    player: int
    battlefield: Battlefield
    def __init__(self, player: _Optional[int] = ..., battlefield: _Optional[_Union[Battlefield, str]] = ...) -> None: ...

class Called(_message.Message):
    __slots__ = ("player", "card", "giver")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    GIVER_FIELD_NUMBER: _ClassVar[int]
    player: int
    card: int
    giver: int
    def __init__(self, player: _Optional[int] = ..., card: _Optional[int] = ..., giver: _Optional[int] = ...) -> None: ...

class RoundEnded(_message.Message):
    __slots__ = ("winners", "scored")
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    scored: RoundResult
    def __init__(self, winners: _Optional[_Iterable[int]] = ..., scored: _Optional[_Union[RoundResult, _Mapping]] = ...) -> None: ...

class Asked(_message.Message):
    __slots__ = ("seats", "agenda")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    agenda: _containers.RepeatedCompositeFieldContainer[Step]
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., agenda: _Optional[_Iterable[_Union[Step, _Mapping]]] = ...) -> None: ...

class Picked(_message.Message):
    __slots__ = ("seat", "action", "complete")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: Action
    complete: bool
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., complete: bool = ...) -> None: ...

class Ended(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

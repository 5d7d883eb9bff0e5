from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Essence(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ESSENCE_UNSPECIFIED: _ClassVar[Essence]
    ESSENCE_ELAN: _ClassVar[Essence]
    ESSENCE_LIFE: _ClassVar[Essence]
    ESSENCE_CALM: _ClassVar[Essence]
    ESSENCE_DEATH: _ClassVar[Essence]
    ESSENCE_GOLD: _ClassVar[Essence]

class PlaceSides(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PLACE_SIDES_UNSPECIFIED: _ClassVar[PlaceSides]
    PLACE_SIDES_RANDOM: _ClassVar[PlaceSides]
    PLACE_SIDES_SUN: _ClassVar[PlaceSides]

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_FIRST_PLAYER: _ClassVar[DecisionKind]
    DECISION_KIND_DRAFT: _ClassVar[DecisionKind]
    DECISION_KIND_OPEN_DRAFT: _ClassVar[DecisionKind]
    DECISION_KIND_MAGE: _ClassVar[DecisionKind]
    DECISION_KIND_ITEM: _ClassVar[DecisionKind]
    DECISION_KIND_TAKE_OR_LEAVE: _ClassVar[DecisionKind]
    DECISION_KIND_GAIN: _ClassVar[DecisionKind]
    DECISION_KIND_FORGE: _ClassVar[DecisionKind]
    DECISION_KIND_MOVE: _ClassVar[DecisionKind]
    DECISION_KIND_INCOME: _ClassVar[DecisionKind]
    DECISION_KIND_PAYMENT: _ClassVar[DecisionKind]
    DECISION_KIND_X_TYPE: _ClassVar[DecisionKind]
    DECISION_KIND_X_AMOUNT: _ClassVar[DecisionKind]
    DECISION_KIND_X_INTO: _ClassVar[DecisionKind]
    DECISION_KIND_TURN_OTHER: _ClassVar[DecisionKind]
    DECISION_KIND_DESTROY: _ClassVar[DecisionKind]
    DECISION_KIND_DISCARD_CARD: _ClassVar[DecisionKind]
    DECISION_KIND_RIVAL: _ClassVar[DecisionKind]
    DECISION_KIND_STRAIGHTEN: _ClassVar[DecisionKind]
    DECISION_KIND_PUT_ON: _ClassVar[DecisionKind]
    DECISION_KIND_PLACE_BY_POWER: _ClassVar[DecisionKind]
    DECISION_KIND_DECK: _ClassVar[DecisionKind]
    DECISION_KIND_ORDER: _ClassVar[DecisionKind]
    DECISION_KIND_LIFE_LOSS: _ClassVar[DecisionKind]
    DECISION_KIND_LOSE: _ClassVar[DecisionKind]
    DECISION_KIND_STATUE: _ClassVar[DecisionKind]

class SimpleAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIMPLE_ACTION_UNSPECIFIED: _ClassVar[SimpleAction]
    SIMPLE_ACTION_PASS: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DECLINE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_TAKE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_LEAVE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_PAY: _ClassVar[SimpleAction]
    SIMPLE_ACTION_TURN: _ClassVar[SimpleAction]
    SIMPLE_ACTION_SUFFER: _ClassVar[SimpleAction]
    SIMPLE_ACTION_ALTERNATIVE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_OWN_DECK: _ClassVar[SimpleAction]
    SIMPLE_ACTION_MONUMENT_DECK: _ClassVar[SimpleAction]
    SIMPLE_ACTION_CLAIM_TOP: _ClassVar[SimpleAction]

class StepKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_KIND_UNSPECIFIED: _ClassVar[StepKind]
    STEP_KIND_FIRST_PLAYER: _ClassVar[StepKind]
    STEP_KIND_DEAL: _ClassVar[StepKind]
    STEP_KIND_DRAFT: _ClassVar[StepKind]
    STEP_KIND_OPEN_DRAFT: _ClassVar[StepKind]
    STEP_KIND_OPENING_HANDS: _ClassVar[StepKind]
    STEP_KIND_MAGE: _ClassVar[StepKind]
    STEP_KIND_ITEM: _ClassVar[StepKind]
    STEP_KIND_ROUND: _ClassVar[StepKind]
    STEP_KIND_COLLECT: _ClassVar[StepKind]
    STEP_KIND_STORES: _ClassVar[StepKind]
    STEP_KIND_TAKE_OR_LEAVE: _ClassVar[StepKind]
    STEP_KIND_MIXES: _ClassVar[StepKind]
    STEP_KIND_FORGE: _ClassVar[StepKind]
    STEP_KIND_MOVE: _ClassVar[StepKind]
    STEP_KIND_NEXT_MOVE: _ClassVar[StepKind]
    STEP_KIND_PASS_DRAW: _ClassVar[StepKind]
    STEP_KIND_INCOME: _ClassVar[StepKind]
    STEP_KIND_PAY_CARD: _ClassVar[StepKind]
    STEP_KIND_GAIN: _ClassVar[StepKind]
    STEP_KIND_POWER: _ClassVar[StepKind]
    STEP_KIND_LIFE_LOSS: _ClassVar[StepKind]
    STEP_KIND_LOSE: _ClassVar[StepKind]
    STEP_KIND_VICTIM_DISCARDS: _ClassVar[StepKind]
    STEP_KIND_VICTIM_DESTROYS: _ClassVar[StepKind]
    STEP_KIND_CHECK: _ClassVar[StepKind]
    STEP_KIND_STATUE: _ClassVar[StepKind]
    STEP_KIND_COMPARE: _ClassVar[StepKind]
ESSENCE_UNSPECIFIED: Essence
ESSENCE_ELAN: Essence
ESSENCE_LIFE: Essence
ESSENCE_CALM: Essence
ESSENCE_DEATH: Essence
ESSENCE_GOLD: Essence
PLACE_SIDES_UNSPECIFIED: PlaceSides
PLACE_SIDES_RANDOM: PlaceSides
PLACE_SIDES_SUN: PlaceSides
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_FIRST_PLAYER: DecisionKind
DECISION_KIND_DRAFT: DecisionKind
DECISION_KIND_OPEN_DRAFT: DecisionKind
DECISION_KIND_MAGE: DecisionKind
DECISION_KIND_ITEM: DecisionKind
DECISION_KIND_TAKE_OR_LEAVE: DecisionKind
DECISION_KIND_GAIN: DecisionKind
DECISION_KIND_FORGE: DecisionKind
DECISION_KIND_MOVE: DecisionKind
DECISION_KIND_INCOME: DecisionKind
DECISION_KIND_PAYMENT: DecisionKind
DECISION_KIND_X_TYPE: DecisionKind
DECISION_KIND_X_AMOUNT: DecisionKind
DECISION_KIND_X_INTO: DecisionKind
DECISION_KIND_TURN_OTHER: DecisionKind
DECISION_KIND_DESTROY: DecisionKind
DECISION_KIND_DISCARD_CARD: DecisionKind
DECISION_KIND_RIVAL: DecisionKind
DECISION_KIND_STRAIGHTEN: DecisionKind
DECISION_KIND_PUT_ON: DecisionKind
DECISION_KIND_PLACE_BY_POWER: DecisionKind
DECISION_KIND_DECK: DecisionKind
DECISION_KIND_ORDER: DecisionKind
DECISION_KIND_LIFE_LOSS: DecisionKind
DECISION_KIND_LOSE: DecisionKind
DECISION_KIND_STATUE: DecisionKind
SIMPLE_ACTION_UNSPECIFIED: SimpleAction
SIMPLE_ACTION_PASS: SimpleAction
SIMPLE_ACTION_DECLINE: SimpleAction
SIMPLE_ACTION_TAKE: SimpleAction
SIMPLE_ACTION_LEAVE: SimpleAction
SIMPLE_ACTION_PAY: SimpleAction
SIMPLE_ACTION_TURN: SimpleAction
SIMPLE_ACTION_SUFFER: SimpleAction
SIMPLE_ACTION_ALTERNATIVE: SimpleAction
SIMPLE_ACTION_OWN_DECK: SimpleAction
SIMPLE_ACTION_MONUMENT_DECK: SimpleAction
SIMPLE_ACTION_CLAIM_TOP: SimpleAction
STEP_KIND_UNSPECIFIED: StepKind
STEP_KIND_FIRST_PLAYER: StepKind
STEP_KIND_DEAL: StepKind
STEP_KIND_DRAFT: StepKind
STEP_KIND_OPEN_DRAFT: StepKind
STEP_KIND_OPENING_HANDS: StepKind
STEP_KIND_MAGE: StepKind
STEP_KIND_ITEM: StepKind
STEP_KIND_ROUND: StepKind
STEP_KIND_COLLECT: StepKind
STEP_KIND_STORES: StepKind
STEP_KIND_TAKE_OR_LEAVE: StepKind
STEP_KIND_MIXES: StepKind
STEP_KIND_FORGE: StepKind
STEP_KIND_MOVE: StepKind
STEP_KIND_NEXT_MOVE: StepKind
STEP_KIND_PASS_DRAW: StepKind
STEP_KIND_INCOME: StepKind
STEP_KIND_PAY_CARD: StepKind
STEP_KIND_GAIN: StepKind
STEP_KIND_POWER: StepKind
STEP_KIND_LIFE_LOSS: StepKind
STEP_KIND_LOSE: StepKind
STEP_KIND_VICTIM_DISCARDS: StepKind
STEP_KIND_VICTIM_DESTROYS: StepKind
STEP_KIND_CHECK: StepKind
STEP_KIND_STATUE: StepKind
STEP_KIND_COMPARE: StepKind

class Amount(_message.Message):
    __slots__ = ("elan", "life", "calm", "death", "gold")
    ELAN_FIELD_NUMBER: _ClassVar[int]
    LIFE_FIELD_NUMBER: _ClassVar[int]
    CALM_FIELD_NUMBER: _ClassVar[int]
    DEATH_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    elan: int
    life: int
    calm: int
    death: int
    gold: int
    def __init__(self, elan: _Optional[int] = ..., life: _Optional[int] = ..., calm: _Optional[int] = ..., death: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class FaceList(_message.Message):
    __slots__ = ("faces",)
    FACES_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, faces: _Optional[_Iterable[int]] = ...) -> None: ...

class Faces(_message.Message):
    __slots__ = ("shown", "hidden")
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    shown: FaceList
    hidden: int
    def __init__(self, shown: _Optional[_Union[FaceList, _Mapping]] = ..., hidden: _Optional[int] = ...) -> None: ...

class NormalDeal(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DiscoveryDeal(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DraftDeal(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OpenDraftDeal(_message.Message):
    __slots__ = ("mages", "artefacts")
    MAGES_FIELD_NUMBER: _ClassVar[int]
    ARTEFACTS_FIELD_NUMBER: _ClassVar[int]
    mages: _containers.RepeatedScalarFieldContainer[int]
    artefacts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, mages: _Optional[_Iterable[int]] = ..., artefacts: _Optional[_Iterable[int]] = ...) -> None: ...

class GivenDeal(_message.Message):
    __slots__ = ("mages", "decks")
    MAGES_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    mages: _containers.RepeatedScalarFieldContainer[int]
    decks: _containers.RepeatedCompositeFieldContainer[FaceList]
    def __init__(self, mages: _Optional[_Iterable[int]] = ..., decks: _Optional[_Iterable[_Union[FaceList, _Mapping]]] = ...) -> None: ...

class Setup(_message.Message):
    __slots__ = ("players", "normal", "discovery", "draft", "open_draft", "given", "places", "first_player", "chosen_by")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NORMAL_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    DRAFT_FIELD_NUMBER: _ClassVar[int]
    OPEN_DRAFT_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_BY_FIELD_NUMBER: _ClassVar[int]
    players: int
    normal: NormalDeal
    discovery: DiscoveryDeal
    draft: DraftDeal
    open_draft: OpenDraftDeal
    given: GivenDeal
    places: PlaceSides
    first_player: int
    chosen_by: int
    def __init__(self, players: _Optional[int] = ..., normal: _Optional[_Union[NormalDeal, _Mapping]] = ..., discovery: _Optional[_Union[DiscoveryDeal, _Mapping]] = ..., draft: _Optional[_Union[DraftDeal, _Mapping]] = ..., open_draft: _Optional[_Union[OpenDraftDeal, _Mapping]] = ..., given: _Optional[_Union[GivenDeal, _Mapping]] = ..., places: _Optional[_Union[PlaceSides, str]] = ..., first_player: _Optional[int] = ..., chosen_by: _Optional[int] = ...) -> None: ...

class DecisionLimit(_message.Message):
    __slots__ = ("kind", "legal_max")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MAX_FIELD_NUMBER: _ClassVar[int]
    kind: DecisionKind
    legal_max: int
    def __init__(self, kind: _Optional[_Union[DecisionKind, str]] = ..., legal_max: _Optional[int] = ...) -> None: ...

class NamedFace(_message.Message):
    __slots__ = ("face", "id", "name")
    FACE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    face: int
    id: str
    name: str
    def __init__(self, face: _Optional[int] = ..., id: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class Parameters(_message.Message):
    __slots__ = ("decisions", "faces", "rounds_max", "moves_max", "held_max")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_MAX_FIELD_NUMBER: _ClassVar[int]
    MOVES_MAX_FIELD_NUMBER: _ClassVar[int]
    HELD_MAX_FIELD_NUMBER: _ClassVar[int]
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionLimit]
    faces: _containers.RepeatedCompositeFieldContainer[NamedFace]
    rounds_max: int
    moves_max: int
    held_max: int
    def __init__(self, decisions: _Optional[_Iterable[_Union[DecisionLimit, _Mapping]]] = ..., faces: _Optional[_Iterable[_Union[NamedFace, _Mapping]]] = ..., rounds_max: _Optional[int] = ..., moves_max: _Optional[int] = ..., held_max: _Optional[int] = ...) -> None: ...

class Pair(_message.Message):
    __slots__ = ("one", "other")
    ONE_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    one: Essence
    other: Essence
    def __init__(self, one: _Optional[_Union[Essence, str]] = ..., other: _Optional[_Union[Essence, str]] = ...) -> None: ...

class PowerOf(_message.Message):
    __slots__ = ("face", "power")
    FACE_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    face: int
    power: int
    def __init__(self, face: _Optional[int] = ..., power: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("simple", "essence", "order", "seat", "pair", "amount", "choose", "place", "discard", "claim_monument", "claim_place", "use")
    SIMPLE_FIELD_NUMBER: _ClassVar[int]
    ESSENCE_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PAIR_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    CLAIM_MONUMENT_FIELD_NUMBER: _ClassVar[int]
    CLAIM_PLACE_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    simple: SimpleAction
    essence: Essence
    order: int
    seat: int
    pair: Pair
    amount: int
    choose: int
    place: int
    discard: int
    claim_monument: int
    claim_place: int
    use: PowerOf
    def __init__(self, simple: _Optional[_Union[SimpleAction, str]] = ..., essence: _Optional[_Union[Essence, str]] = ..., order: _Optional[int] = ..., seat: _Optional[int] = ..., pair: _Optional[_Union[Pair, _Mapping]] = ..., amount: _Optional[int] = ..., choose: _Optional[int] = ..., place: _Optional[int] = ..., discard: _Optional[int] = ..., claim_monument: _Optional[int] = ..., claim_place: _Optional[int] = ..., use: _Optional[_Union[PowerOf, _Mapping]] = ...) -> None: ...

class PowerInUse(_message.Message):
    __slots__ = ("seat", "face", "power", "done", "essence", "x", "card", "deck")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    ESSENCE_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: int
    power: int
    done: int
    essence: Essence
    x: int
    card: int
    deck: int
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[int] = ..., power: _Optional[int] = ..., done: _Optional[int] = ..., essence: _Optional[_Union[Essence, str]] = ..., x: _Optional[int] = ..., card: _Optional[int] = ..., deck: _Optional[int] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("kind", "seat", "face", "count", "types", "power", "by", "ends_round", "statue")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    ENDS_ROUND_FIELD_NUMBER: _ClassVar[int]
    STATUE_FIELD_NUMBER: _ClassVar[int]
    kind: StepKind
    seat: int
    face: int
    count: int
    types: _containers.RepeatedScalarFieldContainer[Essence]
    power: PowerInUse
    by: int
    ends_round: bool
    statue: bool
    def __init__(self, kind: _Optional[_Union[StepKind, str]] = ..., seat: _Optional[int] = ..., face: _Optional[int] = ..., count: _Optional[int] = ..., types: _Optional[_Iterable[_Union[Essence, str]]] = ..., power: _Optional[_Union[PowerInUse, _Mapping]] = ..., by: _Optional[int] = ..., ends_round: bool = ..., statue: bool = ...) -> None: ...

class Store(_message.Message):
    __slots__ = ("face", "amount")
    FACE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    face: int
    amount: Amount
    def __init__(self, face: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("amount", "decided", "cards", "complete")
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    amount: Amount
    decided: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    complete: bool
    def __init__(self, amount: _Optional[_Union[Amount, _Mapping]] = ..., decided: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ..., complete: bool = ...) -> None: ...

class FaceMask(_message.Message):
    __slots__ = ("low", "middle", "high")
    LOW_FIELD_NUMBER: _ClassVar[int]
    MIDDLE_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    low: int
    middle: int
    high: int
    def __init__(self, low: _Optional[int] = ..., middle: _Optional[int] = ..., high: _Optional[int] = ...) -> None: ...

class KnownOrder(_message.Message):
    __slots__ = ("deck", "cards")
    DECK_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    deck: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, deck: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Knowledge(_message.Message):
    __slots__ = ("hands", "mages", "tops", "rests", "boxed", "top_sizes", "orders")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    MAGES_FIELD_NUMBER: _ClassVar[int]
    TOPS_FIELD_NUMBER: _ClassVar[int]
    RESTS_FIELD_NUMBER: _ClassVar[int]
    BOXED_FIELD_NUMBER: _ClassVar[int]
    TOP_SIZES_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    hands: _containers.RepeatedCompositeFieldContainer[FaceMask]
    mages: _containers.RepeatedCompositeFieldContainer[FaceMask]
    tops: _containers.RepeatedCompositeFieldContainer[FaceMask]
    rests: _containers.RepeatedCompositeFieldContainer[FaceMask]
    boxed: FaceMask
    top_sizes: _containers.RepeatedScalarFieldContainer[int]
    orders: _containers.RepeatedCompositeFieldContainer[KnownOrder]
    def __init__(self, hands: _Optional[_Iterable[_Union[FaceMask, _Mapping]]] = ..., mages: _Optional[_Iterable[_Union[FaceMask, _Mapping]]] = ..., tops: _Optional[_Iterable[_Union[FaceMask, _Mapping]]] = ..., rests: _Optional[_Iterable[_Union[FaceMask, _Mapping]]] = ..., boxed: _Optional[_Union[FaceMask, _Mapping]] = ..., top_sizes: _Optional[_Iterable[int]] = ..., orders: _Optional[_Iterable[_Union[KnownOrder, _Mapping]]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("round", "tile", "passed", "moves", "pools", "stores", "play", "turned", "discards", "hand_sizes", "deck_sizes", "mages_dealt", "shuffles", "display", "monuments", "places", "items", "open", "boxed", "agenda", "points", "ended", "answer", "knowledge")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    POOLS_FIELD_NUMBER: _ClassVar[int]
    STORES_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZES_FIELD_NUMBER: _ClassVar[int]
    MAGES_DEALT_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    MONUMENTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    BOXED_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    round: int
    tile: int
    passed: _containers.RepeatedScalarFieldContainer[int]
    moves: _containers.RepeatedScalarFieldContainer[int]
    pools: _containers.RepeatedCompositeFieldContainer[Amount]
    stores: _containers.RepeatedCompositeFieldContainer[Store]
    play: _containers.RepeatedCompositeFieldContainer[FaceList]
    turned: _containers.RepeatedScalarFieldContainer[int]
    discards: _containers.RepeatedCompositeFieldContainer[FaceList]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    deck_sizes: _containers.RepeatedScalarFieldContainer[int]
    mages_dealt: _containers.RepeatedScalarFieldContainer[int]
    shuffles: _containers.RepeatedScalarFieldContainer[int]
    display: _containers.RepeatedScalarFieldContainer[int]
    monuments: int
    places: _containers.RepeatedScalarFieldContainer[int]
    items: _containers.RepeatedScalarFieldContainer[int]
    open: _containers.RepeatedScalarFieldContainer[int]
    boxed: int
    agenda: _containers.RepeatedCompositeFieldContainer[Step]
    points: _containers.RepeatedScalarFieldContainer[int]
    ended: bool
    answer: Answer
    knowledge: Knowledge
    def __init__(self, round: _Optional[int] = ..., tile: _Optional[int] = ..., passed: _Optional[_Iterable[int]] = ..., moves: _Optional[_Iterable[int]] = ..., pools: _Optional[_Iterable[_Union[Amount, _Mapping]]] = ..., stores: _Optional[_Iterable[_Union[Store, _Mapping]]] = ..., play: _Optional[_Iterable[_Union[FaceList, _Mapping]]] = ..., turned: _Optional[_Iterable[int]] = ..., discards: _Optional[_Iterable[_Union[FaceList, _Mapping]]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., deck_sizes: _Optional[_Iterable[int]] = ..., mages_dealt: _Optional[_Iterable[int]] = ..., shuffles: _Optional[_Iterable[int]] = ..., display: _Optional[_Iterable[int]] = ..., monuments: _Optional[int] = ..., places: _Optional[_Iterable[int]] = ..., items: _Optional[_Iterable[int]] = ..., open: _Optional[_Iterable[int]] = ..., boxed: _Optional[int] = ..., agenda: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., points: _Optional[_Iterable[int]] = ..., ended: bool = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., knowledge: _Optional[_Union[Knowledge, _Mapping]] = ...) -> None: ...

class LaidOut(_message.Message):
    __slots__ = ("places", "display")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    display: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, places: _Optional[_Iterable[int]] = ..., display: _Optional[_Iterable[int]] = ...) -> None: ...

class FirstPlayer(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MagesDealt(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Dealt(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class DealtUnseen(_message.Message):
    __slots__ = ("seat", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class StarterSet(_message.Message):
    __slots__ = ("seat", "set")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    seat: int
    set: int
    def __init__(self, seat: _Optional[int] = ..., set: _Optional[int] = ...) -> None: ...

class PacketDealt(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Kept(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class PacketsPassed(_message.Message):
    __slots__ = ("to_left", "faces")
    TO_LEFT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    to_left: bool
    faces: _containers.RepeatedCompositeFieldContainer[Faces]
    def __init__(self, to_left: bool = ..., faces: _Optional[_Iterable[_Union[Faces, _Mapping]]] = ...) -> None: ...

class OpenLaid(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class OpenPicked(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class DeckGiven(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class MagesShown(_message.Message):
    __slots__ = ("mages",)
    MAGES_FIELD_NUMBER: _ClassVar[int]
    mages: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, mages: _Optional[_Iterable[int]] = ...) -> None: ...

class Drew(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class ItemTaken(_message.Message):
    __slots__ = ("seat", "item")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    item: int
    def __init__(self, seat: _Optional[int] = ..., item: _Optional[int] = ...) -> None: ...

class RoundBegan(_message.Message):
    __slots__ = ("round",)
    ROUND_FIELD_NUMBER: _ClassVar[int]
    round: int
    def __init__(self, round: _Optional[int] = ...) -> None: ...

class Collected(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: Amount
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: Action
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ...) -> None: ...

class Chose(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: Action
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[Action, _Mapping]] = ...) -> None: ...

class Placed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    FROM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ..., **kwargs) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Destroyed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Claimed(_message.Message):
    __slots__ = ("seat", "face", "unseen")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: int
    unseen: bool
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[int] = ..., unseen: bool = ...) -> None: ...

class Refilled(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: int
    def __init__(self, face: _Optional[int] = ...) -> None: ...

class Paid(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: Amount
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Lost(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: Amount
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Gained(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: Amount
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Put(_message.Message):
    __slots__ = ("face", "amount")
    FACE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    face: int
    amount: Amount
    def __init__(self, face: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class StoreTaken(_message.Message):
    __slots__ = ("seat", "face", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: int
    amount: Amount
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class StorePaid(_message.Message):
    __slots__ = ("face", "amount")
    FACE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    face: int
    amount: Amount
    def __init__(self, face: _Optional[int] = ..., amount: _Optional[_Union[Amount, _Mapping]] = ...) -> None: ...

class Turned(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: int
    def __init__(self, face: _Optional[int] = ...) -> None: ...

class Straightened(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: int
    def __init__(self, face: _Optional[int] = ...) -> None: ...

class Reshuffled(_message.Message):
    __slots__ = ("seat", "under")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    under: bool
    def __init__(self, seat: _Optional[int] = ..., under: bool = ...) -> None: ...

class Looked(_message.Message):
    __slots__ = ("seat", "deck", "count", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deck: int
    count: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., deck: _Optional[int] = ..., count: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Reordered(_message.Message):
    __slots__ = ("seat", "deck", "order")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deck: int
    order: int
    def __init__(self, seat: _Optional[int] = ..., deck: _Optional[int] = ..., order: _Optional[int] = ...) -> None: ...

class Checked(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, points: _Optional[_Iterable[int]] = ...) -> None: ...

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

class Event(_message.Message):
    __slots__ = ("laid_out", "first_player", "mages_dealt", "dealt", "dealt_unseen", "starter_set", "packet_dealt", "kept", "packets_passed", "open_laid", "open_picked", "deck_given", "mages_shown", "drew", "item_taken", "round_began", "collected", "moved", "chose", "placed", "discarded", "destroyed", "claimed", "refilled", "paid", "lost", "gained", "put", "store_taken", "store_paid", "turned", "straightened", "reshuffled", "looked", "reordered", "checked", "asked", "picked", "ended")
    LAID_OUT_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    MAGES_DEALT_FIELD_NUMBER: _ClassVar[int]
    DEALT_FIELD_NUMBER: _ClassVar[int]
    DEALT_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    STARTER_SET_FIELD_NUMBER: _ClassVar[int]
    PACKET_DEALT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    PACKETS_PASSED_FIELD_NUMBER: _ClassVar[int]
    OPEN_LAID_FIELD_NUMBER: _ClassVar[int]
    OPEN_PICKED_FIELD_NUMBER: _ClassVar[int]
    DECK_GIVEN_FIELD_NUMBER: _ClassVar[int]
    MAGES_SHOWN_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    ITEM_TAKEN_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    COLLECTED_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    CHOSE_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    DESTROYED_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    REFILLED_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    GAINED_FIELD_NUMBER: _ClassVar[int]
    PUT_FIELD_NUMBER: _ClassVar[int]
    STORE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    STORE_PAID_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    STRAIGHTENED_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    LOOKED_FIELD_NUMBER: _ClassVar[int]
    REORDERED_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    laid_out: LaidOut
    first_player: FirstPlayer
    mages_dealt: MagesDealt
    dealt: Dealt
    dealt_unseen: DealtUnseen
    starter_set: StarterSet
    packet_dealt: PacketDealt
    kept: Kept
    packets_passed: PacketsPassed
    open_laid: OpenLaid
    open_picked: OpenPicked
    deck_given: DeckGiven
    mages_shown: MagesShown
    drew: Drew
    item_taken: ItemTaken
    round_began: RoundBegan
    collected: Collected
    moved: Moved
    chose: Chose
    placed: Placed
    discarded: Discarded
    destroyed: Destroyed
    claimed: Claimed
    refilled: Refilled
    paid: Paid
    lost: Lost
    gained: Gained
    put: Put
    store_taken: StoreTaken
    store_paid: StorePaid
    turned: Turned
    straightened: Straightened
    reshuffled: Reshuffled
    looked: Looked
    reordered: Reordered
    checked: Checked
    asked: Asked
    picked: Picked
    ended: Ended
    def __init__(self, laid_out: _Optional[_Union[LaidOut, _Mapping]] = ..., first_player: _Optional[_Union[FirstPlayer, _Mapping]] = ..., mages_dealt: _Optional[_Union[MagesDealt, _Mapping]] = ..., dealt: _Optional[_Union[Dealt, _Mapping]] = ..., dealt_unseen: _Optional[_Union[DealtUnseen, _Mapping]] = ..., starter_set: _Optional[_Union[StarterSet, _Mapping]] = ..., packet_dealt: _Optional[_Union[PacketDealt, _Mapping]] = ..., kept: _Optional[_Union[Kept, _Mapping]] = ..., packets_passed: _Optional[_Union[PacketsPassed, _Mapping]] = ..., open_laid: _Optional[_Union[OpenLaid, _Mapping]] = ..., open_picked: _Optional[_Union[OpenPicked, _Mapping]] = ..., deck_given: _Optional[_Union[DeckGiven, _Mapping]] = ..., mages_shown: _Optional[_Union[MagesShown, _Mapping]] = ..., drew: _Optional[_Union[Drew, _Mapping]] = ..., item_taken: _Optional[_Union[ItemTaken, _Mapping]] = ..., round_began: _Optional[_Union[RoundBegan, _Mapping]] = ..., collected: _Optional[_Union[Collected, _Mapping]] = ..., moved: _Optional[_Union[Moved, _Mapping]] = ..., chose: _Optional[_Union[Chose, _Mapping]] = ..., placed: _Optional[_Union[Placed, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., destroyed: _Optional[_Union[Destroyed, _Mapping]] = ..., claimed: _Optional[_Union[Claimed, _Mapping]] = ..., refilled: _Optional[_Union[Refilled, _Mapping]] = ..., paid: _Optional[_Union[Paid, _Mapping]] = ..., lost: _Optional[_Union[Lost, _Mapping]] = ..., gained: _Optional[_Union[Gained, _Mapping]] = ..., put: _Optional[_Union[Put, _Mapping]] = ..., store_taken: _Optional[_Union[StoreTaken, _Mapping]] = ..., store_paid: _Optional[_Union[StorePaid, _Mapping]] = ..., turned: _Optional[_Union[Turned, _Mapping]] = ..., straightened: _Optional[_Union[Straightened, _Mapping]] = ..., reshuffled: _Optional[_Union[Reshuffled, _Mapping]] = ..., looked: _Optional[_Union[Looked, _Mapping]] = ..., reordered: _Optional[_Union[Reordered, _Mapping]] = ..., checked: _Optional[_Union[Checked, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., picked: _Optional[_Union[Picked, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ...) -> None: ...

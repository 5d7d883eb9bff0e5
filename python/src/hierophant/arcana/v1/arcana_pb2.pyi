from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Guild(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GUILD_UNSPECIFIED: _ClassVar[Guild]
    GUILD_BLADES: _ClassVar[Guild]
    GUILD_FERRYMEN: _ClassVar[Guild]
    GUILD_THIEVES: _ClassVar[Guild]
    GUILD_USURERS: _ClassVar[Guild]

class Arcanum(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ARCANUM_UNSPECIFIED: _ClassVar[Arcanum]
    ARCANUM_STAFF: _ClassVar[Arcanum]
    ARCANUM_SWORD: _ClassVar[Arcanum]
    ARCANUM_CUP: _ClassVar[Arcanum]

class Fief(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FIEF_UNSPECIFIED: _ClassVar[Fief]
    FIEF_OUTER_DISTRICT: _ClassVar[Fief]
    FIEF_RAMPART: _ClassVar[Fief]
    FIEF_HARBOUR: _ClassVar[Fief]
    FIEF_UPPER_TOWN: _ClassVar[Fief]
    FIEF_OLD_MARKET: _ClassVar[Fief]
    FIEF_TEMPLE_HILL: _ClassVar[Fief]
    FIEF_CANALS: _ClassVar[Fief]
    FIEF_SCHOLARS_ROW: _ClassVar[Fief]
    FIEF_ARENA: _ClassVar[Fief]
    FIEF_FOUNDRY: _ClassVar[Fief]
    FIEF_NECROPOLIS: _ClassVar[Fief]

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_GUILD: _ClassVar[DecisionKind]
    DECISION_KIND_OBJECTIVES: _ClassVar[DecisionKind]
    DECISION_KIND_ACT: _ClassVar[DecisionKind]
    DECISION_KIND_PLACE: _ClassVar[DecisionKind]
    DECISION_KIND_BRIBE: _ClassVar[DecisionKind]
    DECISION_KIND_MUSTER: _ClassVar[DecisionKind]
    DECISION_KIND_SWAP: _ClassVar[DecisionKind]
    DECISION_KIND_MOVE_OWN: _ClassVar[DecisionKind]
    DECISION_KIND_MOVE_RIVAL: _ClassVar[DecisionKind]
    DECISION_KIND_RECALL: _ClassVar[DecisionKind]
    DECISION_KIND_EXPEL: _ClassVar[DecisionKind]
    DECISION_KIND_PEEK: _ClassVar[DecisionKind]
    DECISION_KIND_CYCLE: _ClassVar[DecisionKind]
    DECISION_KIND_RETRIEVE: _ClassVar[DecisionKind]
    DECISION_KIND_LOCK: _ClassVar[DecisionKind]
    DECISION_KIND_RAID: _ClassVar[DecisionKind]
    DECISION_KIND_KEEP: _ClassVar[DecisionKind]

class SimpleAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIMPLE_ACTION_UNSPECIFIED: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DONE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_TO_PILE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_UNDER_BASE: _ClassVar[SimpleAction]

class StepKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_KIND_UNSPECIFIED: _ClassVar[StepKind]
    STEP_KIND_GUILD: _ClassVar[StepKind]
    STEP_KIND_DEAL: _ClassVar[StepKind]
    STEP_KIND_OBJECTIVES: _ClassVar[StepKind]
    STEP_KIND_ROUND: _ClassVar[StepKind]
    STEP_KIND_TURN: _ClassVar[StepKind]
    STEP_KIND_ACT: _ClassVar[StepKind]
    STEP_KIND_MUSTER: _ClassVar[StepKind]
    STEP_KIND_PEEK_AGAIN: _ClassVar[StepKind]
    STEP_KIND_EFFECT_OVER: _ClassVar[StepKind]
    STEP_KIND_KEEP: _ClassVar[StepKind]
    STEP_KIND_TURN_UP: _ClassVar[StepKind]
    STEP_KIND_STRUGGLE: _ClassVar[StepKind]
    STEP_KIND_ROUND_OVER: _ClassVar[StepKind]
GUILD_UNSPECIFIED: Guild
GUILD_BLADES: Guild
GUILD_FERRYMEN: Guild
GUILD_THIEVES: Guild
GUILD_USURERS: Guild
ARCANUM_UNSPECIFIED: Arcanum
ARCANUM_STAFF: Arcanum
ARCANUM_SWORD: Arcanum
ARCANUM_CUP: Arcanum
FIEF_UNSPECIFIED: Fief
FIEF_OUTER_DISTRICT: Fief
FIEF_RAMPART: Fief
FIEF_HARBOUR: Fief
FIEF_UPPER_TOWN: Fief
FIEF_OLD_MARKET: Fief
FIEF_TEMPLE_HILL: Fief
FIEF_CANALS: Fief
FIEF_SCHOLARS_ROW: Fief
FIEF_ARENA: Fief
FIEF_FOUNDRY: Fief
FIEF_NECROPOLIS: Fief
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_GUILD: DecisionKind
DECISION_KIND_OBJECTIVES: DecisionKind
DECISION_KIND_ACT: DecisionKind
DECISION_KIND_PLACE: DecisionKind
DECISION_KIND_BRIBE: DecisionKind
DECISION_KIND_MUSTER: DecisionKind
DECISION_KIND_SWAP: DecisionKind
DECISION_KIND_MOVE_OWN: DecisionKind
DECISION_KIND_MOVE_RIVAL: DecisionKind
DECISION_KIND_RECALL: DecisionKind
DECISION_KIND_EXPEL: DecisionKind
DECISION_KIND_PEEK: DecisionKind
DECISION_KIND_CYCLE: DecisionKind
DECISION_KIND_RETRIEVE: DecisionKind
DECISION_KIND_LOCK: DecisionKind
DECISION_KIND_RAID: DecisionKind
DECISION_KIND_KEEP: DecisionKind
SIMPLE_ACTION_UNSPECIFIED: SimpleAction
SIMPLE_ACTION_DONE: SimpleAction
SIMPLE_ACTION_TO_PILE: SimpleAction
SIMPLE_ACTION_UNDER_BASE: SimpleAction
STEP_KIND_UNSPECIFIED: StepKind
STEP_KIND_GUILD: StepKind
STEP_KIND_DEAL: StepKind
STEP_KIND_OBJECTIVES: StepKind
STEP_KIND_ROUND: StepKind
STEP_KIND_TURN: StepKind
STEP_KIND_ACT: StepKind
STEP_KIND_MUSTER: StepKind
STEP_KIND_PEEK_AGAIN: StepKind
STEP_KIND_EFFECT_OVER: StepKind
STEP_KIND_KEEP: StepKind
STEP_KIND_TURN_UP: StepKind
STEP_KIND_STRUGGLE: StepKind
STEP_KIND_ROUND_OVER: StepKind

class Cards(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Faces(_message.Message):
    __slots__ = ("shown", "hidden")
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    shown: Cards
    hidden: int
    def __init__(self, shown: _Optional[_Union[Cards, _Mapping]] = ..., hidden: _Optional[int] = ...) -> None: ...

class ChosenGuilds(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GivenGuilds(_message.Message):
    __slots__ = ("guilds",)
    GUILDS_FIELD_NUMBER: _ClassVar[int]
    guilds: _containers.RepeatedScalarFieldContainer[Guild]
    def __init__(self, guilds: _Optional[_Iterable[_Union[Guild, str]]] = ...) -> None: ...

class DrawnGuilds(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Setup(_message.Message):
    __slots__ = ("players", "drawn", "chosen", "given", "objectives", "militia", "tactical_removal", "first_player")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    MILITIA_FIELD_NUMBER: _ClassVar[int]
    TACTICAL_REMOVAL_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    players: int
    drawn: DrawnGuilds
    chosen: ChosenGuilds
    given: GivenGuilds
    objectives: bool
    militia: bool
    tactical_removal: bool
    first_player: int
    def __init__(self, players: _Optional[int] = ..., drawn: _Optional[_Union[DrawnGuilds, _Mapping]] = ..., chosen: _Optional[_Union[ChosenGuilds, _Mapping]] = ..., given: _Optional[_Union[GivenGuilds, _Mapping]] = ..., objectives: bool = ..., militia: bool = ..., tactical_removal: bool = ..., first_player: _Optional[int] = ...) -> None: ...

class DecisionLimit(_message.Message):
    __slots__ = ("kind", "legal_max")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MAX_FIELD_NUMBER: _ClassVar[int]
    kind: DecisionKind
    legal_max: int
    def __init__(self, kind: _Optional[_Union[DecisionKind, str]] = ..., legal_max: _Optional[int] = ...) -> None: ...

class NamedCard(_message.Message):
    __slots__ = ("card", "id", "name", "guild", "fief", "main", "threshold", "staff", "sword", "cup", "price", "gift", "points", "effect")
    CARD_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    GUILD_FIELD_NUMBER: _ClassVar[int]
    FIEF_FIELD_NUMBER: _ClassVar[int]
    MAIN_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    STAFF_FIELD_NUMBER: _ClassVar[int]
    SWORD_FIELD_NUMBER: _ClassVar[int]
    CUP_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    GIFT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    card: int
    id: str
    name: str
    guild: Guild
    fief: Fief
    main: Arcanum
    threshold: int
    staff: int
    sword: int
    cup: int
    price: int
    gift: int
    points: int
    effect: str
    def __init__(self, card: _Optional[int] = ..., id: _Optional[str] = ..., name: _Optional[str] = ..., guild: _Optional[_Union[Guild, str]] = ..., fief: _Optional[_Union[Fief, str]] = ..., main: _Optional[_Union[Arcanum, str]] = ..., threshold: _Optional[int] = ..., staff: _Optional[int] = ..., sword: _Optional[int] = ..., cup: _Optional[int] = ..., price: _Optional[int] = ..., gift: _Optional[int] = ..., points: _Optional[int] = ..., effect: _Optional[str] = ...) -> None: ...

class Parameters(_message.Message):
    __slots__ = ("decisions", "cards", "rounds_max", "objective_points")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_MAX_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_POINTS_FIELD_NUMBER: _ClassVar[int]
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionLimit]
    cards: _containers.RepeatedCompositeFieldContainer[NamedCard]
    rounds_max: int
    objective_points: int
    def __init__(self, decisions: _Optional[_Iterable[_Union[DecisionLimit, _Mapping]]] = ..., cards: _Optional[_Iterable[_Union[NamedCard, _Mapping]]] = ..., rounds_max: _Optional[int] = ..., objective_points: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("simple", "zone", "seat", "guild", "objective", "discard", "place", "bribe", "muster", "enact", "pick")
    SIMPLE_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GUILD_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BRIBE_FIELD_NUMBER: _ClassVar[int]
    MUSTER_FIELD_NUMBER: _ClassVar[int]
    ENACT_FIELD_NUMBER: _ClassVar[int]
    PICK_FIELD_NUMBER: _ClassVar[int]
    simple: SimpleAction
    zone: int
    seat: int
    guild: Guild
    objective: Fief
    discard: int
    place: int
    bribe: int
    muster: int
    enact: int
    pick: int
    def __init__(self, simple: _Optional[_Union[SimpleAction, str]] = ..., zone: _Optional[int] = ..., seat: _Optional[int] = ..., guild: _Optional[_Union[Guild, str]] = ..., objective: _Optional[_Union[Fief, str]] = ..., discard: _Optional[int] = ..., place: _Optional[int] = ..., bribe: _Optional[int] = ..., muster: _Optional[int] = ..., enact: _Optional[int] = ..., pick: _Optional[int] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("kind", "seat", "zone", "count")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    kind: StepKind
    seat: int
    zone: int
    count: int
    def __init__(self, kind: _Optional[_Union[StepKind, str]] = ..., seat: _Optional[int] = ..., zone: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class Pile(_message.Message):
    __slots__ = ("stake", "size", "cycled")
    STAKE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    CYCLED_FIELD_NUMBER: _ClassVar[int]
    stake: int
    size: int
    cycled: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, stake: _Optional[int] = ..., size: _Optional[int] = ..., cycled: _Optional[_Iterable[int]] = ...) -> None: ...

class Slot(_message.Message):
    __slots__ = ("zone", "owner", "card", "operative", "militia")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    OPERATIVE_FIELD_NUMBER: _ClassVar[int]
    MILITIA_FIELD_NUMBER: _ClassVar[int]
    zone: int
    owner: int
    card: int
    operative: int
    militia: int
    def __init__(self, zone: _Optional[int] = ..., owner: _Optional[int] = ..., card: _Optional[int] = ..., operative: _Optional[int] = ..., militia: _Optional[int] = ...) -> None: ...

class SlotAt(_message.Message):
    __slots__ = ("zone", "index")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    zone: int
    index: int
    def __init__(self, zone: _Optional[int] = ..., index: _Optional[int] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("guild", "hidden", "hand", "draw_pile", "resources", "base", "objectives", "kept")
    GUILD_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    BASE_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    guild: Guild
    hidden: _containers.RepeatedScalarFieldContainer[int]
    hand: int
    draw_pile: int
    resources: _containers.RepeatedScalarFieldContainer[int]
    base: _containers.RepeatedScalarFieldContainer[int]
    objectives: int
    kept: _containers.RepeatedScalarFieldContainer[Fief]
    def __init__(self, guild: _Optional[_Union[Guild, str]] = ..., hidden: _Optional[_Iterable[int]] = ..., hand: _Optional[int] = ..., draw_pile: _Optional[int] = ..., resources: _Optional[_Iterable[int]] = ..., base: _Optional[_Iterable[int]] = ..., objectives: _Optional[int] = ..., kept: _Optional[_Iterable[_Union[Fief, str]]] = ...) -> None: ...

class OwnCover(_message.Message):
    __slots__ = ("number", "card")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    number: int
    card: int
    def __init__(self, number: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Own(_message.Message):
    __slots__ = ("hand", "draw_pile", "covers", "mustered", "dealt", "kept")
    HAND_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    MUSTERED_FIELD_NUMBER: _ClassVar[int]
    DEALT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[int]
    draw_pile: _containers.RepeatedScalarFieldContainer[int]
    covers: _containers.RepeatedCompositeFieldContainer[OwnCover]
    mustered: int
    dealt: _containers.RepeatedScalarFieldContainer[Fief]
    kept: _containers.RepeatedScalarFieldContainer[Fief]
    def __init__(self, hand: _Optional[_Iterable[int]] = ..., draw_pile: _Optional[_Iterable[int]] = ..., covers: _Optional[_Iterable[_Union[OwnCover, _Mapping]]] = ..., mustered: _Optional[int] = ..., dealt: _Optional[_Iterable[_Union[Fief, str]]] = ..., kept: _Optional[_Iterable[_Union[Fief, str]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("place", "bribe", "enact", "zones", "picks", "objectives", "complete")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    BRIBE_FIELD_NUMBER: _ClassVar[int]
    ENACT_FIELD_NUMBER: _ClassVar[int]
    ZONES_FIELD_NUMBER: _ClassVar[int]
    PICKS_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    place: int
    bribe: int
    enact: int
    zones: _containers.RepeatedScalarFieldContainer[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    objectives: _containers.RepeatedScalarFieldContainer[Fief]
    complete: bool
    def __init__(self, place: _Optional[int] = ..., bribe: _Optional[int] = ..., enact: _Optional[int] = ..., zones: _Optional[_Iterable[int]] = ..., picks: _Optional[_Iterable[int]] = ..., objectives: _Optional[_Iterable[_Union[Fief, str]]] = ..., complete: bool = ...) -> None: ...

class KnownMilitia(_message.Message):
    __slots__ = ("card", "owner", "number")
    CARD_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    card: int
    owner: int
    number: int
    def __init__(self, card: _Optional[int] = ..., owner: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class Knowledge(_message.Message):
    __slots__ = ("hands", "draw_piles", "covers", "militia")
    HANDS_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILES_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    MILITIA_FIELD_NUMBER: _ClassVar[int]
    hands: _containers.RepeatedScalarFieldContainer[int]
    draw_piles: _containers.RepeatedScalarFieldContainer[int]
    covers: _containers.RepeatedCompositeFieldContainer[Cards]
    militia: _containers.RepeatedCompositeFieldContainer[KnownMilitia]
    def __init__(self, hands: _Optional[_Iterable[int]] = ..., draw_piles: _Optional[_Iterable[int]] = ..., covers: _Optional[_Iterable[_Union[Cards, _Mapping]]] = ..., militia: _Optional[_Iterable[_Union[KnownMilitia, _Mapping]]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("round", "start", "last_round", "piles", "locked", "covers", "in_use", "rows", "players", "militia", "set_aside", "agenda", "ended", "own", "answer", "knowledge")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    LOCKED_FIELD_NUMBER: _ClassVar[int]
    COVERS_FIELD_NUMBER: _ClassVar[int]
    IN_USE_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MILITIA_FIELD_NUMBER: _ClassVar[int]
    SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    OWN_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    round: int
    start: int
    last_round: int
    piles: _containers.RepeatedCompositeFieldContainer[Pile]
    locked: _containers.RepeatedScalarFieldContainer[int]
    covers: _containers.RepeatedScalarFieldContainer[int]
    in_use: int
    rows: _containers.RepeatedCompositeFieldContainer[Slot]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    militia: int
    set_aside: _containers.RepeatedScalarFieldContainer[int]
    agenda: _containers.RepeatedCompositeFieldContainer[Step]
    ended: bool
    own: Own
    answer: Answer
    knowledge: Knowledge
    def __init__(self, round: _Optional[int] = ..., start: _Optional[int] = ..., last_round: _Optional[int] = ..., piles: _Optional[_Iterable[_Union[Pile, _Mapping]]] = ..., locked: _Optional[_Iterable[int]] = ..., covers: _Optional[_Iterable[int]] = ..., in_use: _Optional[int] = ..., rows: _Optional[_Iterable[_Union[Slot, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., militia: _Optional[int] = ..., set_aside: _Optional[_Iterable[int]] = ..., agenda: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., ended: bool = ..., own: _Optional[_Union[Own, _Mapping]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., knowledge: _Optional[_Union[Knowledge, _Mapping]] = ...) -> None: ...

class SlotFace(_message.Message):
    __slots__ = ("index", "card")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    index: int
    card: int
    def __init__(self, index: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class SlotFaceList(_message.Message):
    __slots__ = ("faces",)
    FACES_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedCompositeFieldContainer[SlotFace]
    def __init__(self, faces: _Optional[_Iterable[_Union[SlotFace, _Mapping]]] = ...) -> None: ...

class SlotFaces(_message.Message):
    __slots__ = ("shown", "hidden")
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    shown: SlotFaceList
    hidden: int
    def __init__(self, shown: _Optional[_Union[SlotFaceList, _Mapping]] = ..., hidden: _Optional[int] = ...) -> None: ...

class Bribe(_message.Message):
    __slots__ = ("relic", "picked", "sum", "price")
    RELIC_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    SUM_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    relic: int
    picked: _containers.RepeatedScalarFieldContainer[int]
    sum: int
    price: int
    def __init__(self, relic: _Optional[int] = ..., picked: _Optional[_Iterable[int]] = ..., sum: _Optional[int] = ..., price: _Optional[int] = ...) -> None: ...

class Total(_message.Message):
    __slots__ = ("seat", "arcanum", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ARCANUM_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    arcanum: Arcanum
    points: int
    def __init__(self, seat: _Optional[int] = ..., arcanum: _Optional[_Union[Arcanum, str]] = ..., points: _Optional[int] = ...) -> None: ...

class Struggle(_message.Message):
    __slots__ = ("totals", "winner", "by_guild")
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    BY_GUILD_FIELD_NUMBER: _ClassVar[int]
    totals: _containers.RepeatedCompositeFieldContainer[Total]
    winner: int
    by_guild: bool
    def __init__(self, totals: _Optional[_Iterable[_Union[Total, _Mapping]]] = ..., winner: _Optional[int] = ..., by_guild: bool = ...) -> None: ...

class Kept(_message.Message):
    __slots__ = ("objectives",)
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    objectives: _containers.RepeatedScalarFieldContainer[Fief]
    def __init__(self, objectives: _Optional[_Iterable[_Union[Fief, str]]] = ...) -> None: ...

class GuildTaken(_message.Message):
    __slots__ = ("seat", "guild")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GUILD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    guild: Guild
    def __init__(self, seat: _Optional[int] = ..., guild: _Optional[_Union[Guild, str]] = ...) -> None: ...

class TurnedUp(_message.Message):
    __slots__ = ("zone", "card")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    zone: int
    card: int
    def __init__(self, zone: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class GameEndCame(_message.Message):
    __slots__ = ("zone", "last_round")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    zone: int
    last_round: int
    def __init__(self, zone: _Optional[int] = ..., last_round: _Optional[int] = ...) -> None: ...

class ObjectivesDealt(_message.Message):
    __slots__ = ("seat", "objectives")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    objectives: _containers.RepeatedScalarFieldContainer[Fief]
    def __init__(self, seat: _Optional[int] = ..., objectives: _Optional[_Iterable[_Union[Fief, str]]] = ...) -> None: ...

class ObjectivesKept(_message.Message):
    __slots__ = ("seat", "kept")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kept: _containers.RepeatedScalarFieldContainer[Fief]
    def __init__(self, seat: _Optional[int] = ..., kept: _Optional[_Iterable[_Union[Fief, str]]] = ...) -> None: ...

class RoundBegan(_message.Message):
    __slots__ = ("round", "start")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    round: int
    start: int
    def __init__(self, round: _Optional[int] = ..., start: _Optional[int] = ...) -> None: ...

class Drew(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Shuffled(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Placed(_message.Message):
    __slots__ = ("seat", "zone", "up", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    zone: int
    up: bool
    card: int
    def __init__(self, seat: _Optional[int] = ..., zone: _Optional[int] = ..., up: bool = ..., card: _Optional[int] = ...) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Enacted(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class EffectOver(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Swapped(_message.Message):
    __slots__ = ("zones",)
    ZONES_FIELD_NUMBER: _ClassVar[int]
    zones: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, zones: _Optional[_Iterable[int]] = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ("owner", "slot", "to", "up", "card")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    owner: int
    slot: SlotAt
    to: int
    up: bool
    card: int
    def __init__(self, owner: _Optional[int] = ..., slot: _Optional[_Union[SlotAt, _Mapping]] = ..., to: _Optional[int] = ..., up: bool = ..., card: _Optional[int] = ...) -> None: ...

class Recalled(_message.Message):
    __slots__ = ("seat", "slot", "up", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    slot: SlotAt
    up: bool
    card: int
    def __init__(self, seat: _Optional[int] = ..., slot: _Optional[_Union[SlotAt, _Mapping]] = ..., up: bool = ..., card: _Optional[int] = ...) -> None: ...

class Expelled(_message.Message):
    __slots__ = ("slot", "card")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    slot: SlotAt
    card: int
    def __init__(self, slot: _Optional[_Union[SlotAt, _Mapping]] = ..., card: _Optional[int] = ...) -> None: ...

class Peeked(_message.Message):
    __slots__ = ("seat", "zone", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    zone: int
    faces: SlotFaces
    def __init__(self, seat: _Optional[int] = ..., zone: _Optional[int] = ..., faces: _Optional[_Union[SlotFaces, _Mapping]] = ...) -> None: ...

class Cycled(_message.Message):
    __slots__ = ("zone", "card")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    zone: int
    card: int
    def __init__(self, zone: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Retrieved(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Locked(_message.Message):
    __slots__ = ("zone",)
    ZONE_FIELD_NUMBER: _ClassVar[int]
    zone: int
    def __init__(self, zone: _Optional[int] = ...) -> None: ...

class Covered(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Raided(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Bribed(_message.Message):
    __slots__ = ("seat", "zone", "bribe", "turned")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    BRIBE_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    zone: int
    bribe: Bribe
    turned: SlotFaces
    def __init__(self, seat: _Optional[int] = ..., zone: _Optional[int] = ..., bribe: _Optional[_Union[Bribe, _Mapping]] = ..., turned: _Optional[_Union[SlotFaces, _Mapping]] = ...) -> None: ...

class Mustered(_message.Message):
    __slots__ = ("seat", "relic", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RELIC_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    relic: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., relic: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class MilitiaPlaced(_message.Message):
    __slots__ = ("seat", "zone", "up", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    UP_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    zone: int
    up: bool
    card: int
    def __init__(self, seat: _Optional[int] = ..., zone: _Optional[int] = ..., up: bool = ..., card: _Optional[int] = ...) -> None: ...

class Struggled(_message.Message):
    __slots__ = ("zone", "result", "turned")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    zone: int
    result: Struggle
    turned: SlotFaces
    def __init__(self, zone: _Optional[int] = ..., result: _Optional[_Union[Struggle, _Mapping]] = ..., turned: _Optional[_Union[SlotFaces, _Mapping]] = ...) -> None: ...

class StakeTaken(_message.Message):
    __slots__ = ("seat", "zone", "card", "under_base")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    UNDER_BASE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    zone: int
    card: int
    under_base: bool
    def __init__(self, seat: _Optional[int] = ..., zone: _Optional[int] = ..., card: _Optional[int] = ..., under_base: bool = ...) -> None: ...

class MilitiaHome(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

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
    __slots__ = ("kept",)
    KEPT_FIELD_NUMBER: _ClassVar[int]
    kept: _containers.RepeatedCompositeFieldContainer[Kept]
    def __init__(self, kept: _Optional[_Iterable[_Union[Kept, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("guild_taken", "turned_up", "game_end_came", "objectives_dealt", "objectives_kept", "round_began", "drew", "shuffled", "placed", "discarded", "enacted", "effect_over", "swapped", "moved", "recalled", "expelled", "peeked", "cycled", "retrieved", "locked", "covered", "raided", "bribed", "mustered", "militia_placed", "struggled", "stake_taken", "militia_home", "asked", "picked", "ended")
    GUILD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TURNED_UP_FIELD_NUMBER: _ClassVar[int]
    GAME_END_CAME_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_DEALT_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVES_KEPT_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    ENACTED_FIELD_NUMBER: _ClassVar[int]
    EFFECT_OVER_FIELD_NUMBER: _ClassVar[int]
    SWAPPED_FIELD_NUMBER: _ClassVar[int]
    MOVED_FIELD_NUMBER: _ClassVar[int]
    RECALLED_FIELD_NUMBER: _ClassVar[int]
    EXPELLED_FIELD_NUMBER: _ClassVar[int]
    PEEKED_FIELD_NUMBER: _ClassVar[int]
    CYCLED_FIELD_NUMBER: _ClassVar[int]
    RETRIEVED_FIELD_NUMBER: _ClassVar[int]
    LOCKED_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    RAIDED_FIELD_NUMBER: _ClassVar[int]
    BRIBED_FIELD_NUMBER: _ClassVar[int]
    MUSTERED_FIELD_NUMBER: _ClassVar[int]
    MILITIA_PLACED_FIELD_NUMBER: _ClassVar[int]
    STRUGGLED_FIELD_NUMBER: _ClassVar[int]
    STAKE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    MILITIA_HOME_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    guild_taken: GuildTaken
    turned_up: TurnedUp
    game_end_came: GameEndCame
    objectives_dealt: ObjectivesDealt
    objectives_kept: ObjectivesKept
    round_began: RoundBegan
    drew: Drew
    shuffled: Shuffled
    placed: Placed
    discarded: Discarded
    enacted: Enacted
    effect_over: EffectOver
    swapped: Swapped
    moved: Moved
    recalled: Recalled
    expelled: Expelled
    peeked: Peeked
    cycled: Cycled
    retrieved: Retrieved
    locked: Locked
    covered: Covered
    raided: Raided
    bribed: Bribed
    mustered: Mustered
    militia_placed: MilitiaPlaced
    struggled: Struggled
    stake_taken: StakeTaken
    militia_home: MilitiaHome
    asked: Asked
    picked: Picked
    ended: Ended
    def __init__(self, guild_taken: _Optional[_Union[GuildTaken, _Mapping]] = ..., turned_up: _Optional[_Union[TurnedUp, _Mapping]] = ..., game_end_came: _Optional[_Union[GameEndCame, _Mapping]] = ..., objectives_dealt: _Optional[_Union[ObjectivesDealt, _Mapping]] = ..., objectives_kept: _Optional[_Union[ObjectivesKept, _Mapping]] = ..., round_began: _Optional[_Union[RoundBegan, _Mapping]] = ..., drew: _Optional[_Union[Drew, _Mapping]] = ..., shuffled: _Optional[_Union[Shuffled, _Mapping]] = ..., placed: _Optional[_Union[Placed, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., enacted: _Optional[_Union[Enacted, _Mapping]] = ..., effect_over: _Optional[_Union[EffectOver, _Mapping]] = ..., swapped: _Optional[_Union[Swapped, _Mapping]] = ..., moved: _Optional[_Union[Moved, _Mapping]] = ..., recalled: _Optional[_Union[Recalled, _Mapping]] = ..., expelled: _Optional[_Union[Expelled, _Mapping]] = ..., peeked: _Optional[_Union[Peeked, _Mapping]] = ..., cycled: _Optional[_Union[Cycled, _Mapping]] = ..., retrieved: _Optional[_Union[Retrieved, _Mapping]] = ..., locked: _Optional[_Union[Locked, _Mapping]] = ..., covered: _Optional[_Union[Covered, _Mapping]] = ..., raided: _Optional[_Union[Raided, _Mapping]] = ..., bribed: _Optional[_Union[Bribed, _Mapping]] = ..., mustered: _Optional[_Union[Mustered, _Mapping]] = ..., militia_placed: _Optional[_Union[MilitiaPlaced, _Mapping]] = ..., struggled: _Optional[_Union[Struggled, _Mapping]] = ..., stake_taken: _Optional[_Union[StakeTaken, _Mapping]] = ..., militia_home: _Optional[_Union[MilitiaHome, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., picked: _Optional[_Union[Picked, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ...) -> None: ...

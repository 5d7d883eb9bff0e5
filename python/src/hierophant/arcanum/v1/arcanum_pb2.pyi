from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class House(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HOUSE_UNSPECIFIED: _ClassVar[House]
    HOUSE_SWORDS: _ClassVar[House]
    HOUSE_WANDS: _ClassVar[House]
    HOUSE_CHALICES: _ClassVar[House]
    HOUSE_PENTACLES: _ClassVar[House]

class Location(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOCATION_UNSPECIFIED: _ClassVar[Location]
    LOCATION_MAGE_TOWER: _ClassVar[Location]
    LOCATION_ARTISAN_DISTRICT: _ClassVar[Location]
    LOCATION_HARBOUR: _ClassVar[Location]
    LOCATION_THRONE_ROOM: _ClassVar[Location]
    LOCATION_MARKET: _ClassVar[Location]
    LOCATION_FIELDS: _ClassVar[Location]
    LOCATION_TREASURE_VAULT: _ClassVar[Location]
    LOCATION_CATHEDRAL: _ClassVar[Location]
    LOCATION_BALLROOM: _ClassVar[Location]
    LOCATION_CASTLE: _ClassVar[Location]

class Pile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PILE_UNSPECIFIED: _ClassVar[Pile]
    PILE_MINOR: _ClassVar[Pile]
    PILE_MAJOR: _ClassVar[Pile]

class Length(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LENGTH_UNSPECIFIED: _ClassVar[Length]
    LENGTH_NORMAL: _ClassVar[Length]
    LENGTH_LONG: _ClassVar[Length]

class Edition(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EDITION_UNSPECIFIED: _ClassVar[Edition]
    EDITION_ENGLISH: _ClassVar[Edition]
    EDITION_GERMAN: _ClassVar[Edition]
    EDITION_ITALIAN: _ClassVar[Edition]
    EDITION_FRENCH: _ClassVar[Edition]
    EDITION_SPANISH: _ClassVar[Edition]

class MajorsMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MAJORS_MODE_UNSPECIFIED: _ClassVar[MajorsMode]
    MAJORS_MODE_FULL: _ClassVar[MajorsMode]
    MAJORS_MODE_FROM_TURN_3: _ClassVar[MajorsMode]
    MAJORS_MODE_NONE: _ClassVar[MajorsMode]

class DecisionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_KIND_UNSPECIFIED: _ClassVar[DecisionKind]
    DECISION_KIND_DRAW: _ClassVar[DecisionKind]
    DECISION_KIND_DISCARD_TO_LIMIT: _ClassVar[DecisionKind]
    DECISION_KIND_HIDE_ONE: _ClassVar[DecisionKind]
    DECISION_KIND_PLAY: _ClassVar[DecisionKind]
    DECISION_KIND_CHOOSE_FIGURE: _ClassVar[DecisionKind]
    DECISION_KIND_CHOOSE_LOCATION: _ClassVar[DecisionKind]
    DECISION_KIND_ARTISAN: _ClassVar[DecisionKind]
    DECISION_KIND_HARBOUR: _ClassVar[DecisionKind]
    DECISION_KIND_MARKET: _ClassVar[DecisionKind]
    DECISION_KIND_FIELDS: _ClassVar[DecisionKind]
    DECISION_KIND_CATHEDRAL: _ClassVar[DecisionKind]
    DECISION_KIND_MAY_HIDE: _ClassVar[DecisionKind]
    DECISION_KIND_DISCARD_ONE: _ClassVar[DecisionKind]
    DECISION_KIND_RAISE_HOUSE: _ClassVar[DecisionKind]
    DECISION_KIND_LOWER_HOUSE: _ClassVar[DecisionKind]
    DECISION_KIND_HIDE_SOME: _ClassVar[DecisionKind]
    DECISION_KIND_GIVE_TWO: _ClassVar[DecisionKind]
    DECISION_KIND_DEATH: _ClassVar[DecisionKind]
    DECISION_KIND_EXCHANGE: _ClassVar[DecisionKind]
    DECISION_KIND_LAY_TOWER: _ClassVar[DecisionKind]
    DECISION_KIND_REMOVE_FIGURES: _ClassVar[DecisionKind]
    DECISION_KIND_RETURN_FIGURE: _ClassVar[DecisionKind]
    DECISION_KIND_TURN_UP: _ClassVar[DecisionKind]
    DECISION_KIND_FOOL_HOUSE: _ClassVar[DecisionKind]

class SimpleAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIMPLE_ACTION_UNSPECIFIED: _ClassVar[SimpleAction]
    SIMPLE_ACTION_PASS: _ClassVar[SimpleAction]
    SIMPLE_ACTION_END: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DRAW_MINORS: _ClassVar[SimpleAction]
    SIMPLE_ACTION_DRAW_MAJOR: _ClassVar[SimpleAction]
    SIMPLE_ACTION_HIDE_FOOL: _ClassVar[SimpleAction]
    SIMPLE_ACTION_RAISE: _ClassVar[SimpleAction]
    SIMPLE_ACTION_LOWER: _ClassVar[SimpleAction]

class StepKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STEP_KIND_UNSPECIFIED: _ClassVar[StepKind]
    STEP_KIND_DRAW_PHASE: _ClassVar[StepKind]
    STEP_KIND_CHOOSE_DRAW: _ClassVar[StepKind]
    STEP_KIND_HAND_LIMIT: _ClassVar[StepKind]
    STEP_KIND_HIDE_PHASE: _ClassVar[StepKind]
    STEP_KIND_PLAY_PHASE: _ClassVar[StepKind]
    STEP_KIND_RETURN_FIGURES: _ClassVar[StepKind]
    STEP_KIND_ENSURE_MINOR: _ClassVar[StepKind]
    STEP_KIND_PLAY: _ClassVar[StepKind]
    STEP_KIND_MOVE_BY_MINOR: _ClassVar[StepKind]
    STEP_KIND_JOKER: _ClassVar[StepKind]
    STEP_KIND_CARD_DONE: _ClassVar[StepKind]
    STEP_KIND_DRAW: _ClassVar[StepKind]
    STEP_KIND_ARTISAN: _ClassVar[StepKind]
    STEP_KIND_HARBOUR: _ClassVar[StepKind]
    STEP_KIND_MARKET: _ClassVar[StepKind]
    STEP_KIND_FIELDS: _ClassVar[StepKind]
    STEP_KIND_CATHEDRAL: _ClassVar[StepKind]
    STEP_KIND_MAY_HIDE: _ClassVar[StepKind]
    STEP_KIND_RAISE_HOUSE: _ClassVar[StepKind]
    STEP_KIND_RAISE_THEN_LOWER: _ClassVar[StepKind]
    STEP_KIND_LOWER_HOUSE: _ClassVar[StepKind]
    STEP_KIND_OTHERS_DISCARD: _ClassVar[StepKind]
    STEP_KIND_HIDE_SOME: _ClassVar[StepKind]
    STEP_KIND_GIVE_TWO: _ClassVar[StepKind]
    STEP_KIND_DEATH: _ClassVar[StepKind]
    STEP_KIND_EXCHANGE: _ClassVar[StepKind]
    STEP_KIND_LAY_TOWER: _ClassVar[StepKind]
    STEP_KIND_REMOVE_FIGURES: _ClassVar[StepKind]
    STEP_KIND_MOON_DRAW: _ClassVar[StepKind]
    STEP_KIND_TURN_UP: _ClassVar[StepKind]
    STEP_KIND_SCORING: _ClassVar[StepKind]
    STEP_KIND_FOOL_HOUSE: _ClassVar[StepKind]
    STEP_KIND_TURN_OVER: _ClassVar[StepKind]
    STEP_KIND_GAIN: _ClassVar[StepKind]
HOUSE_UNSPECIFIED: House
HOUSE_SWORDS: House
HOUSE_WANDS: House
HOUSE_CHALICES: House
HOUSE_PENTACLES: House
LOCATION_UNSPECIFIED: Location
LOCATION_MAGE_TOWER: Location
LOCATION_ARTISAN_DISTRICT: Location
LOCATION_HARBOUR: Location
LOCATION_THRONE_ROOM: Location
LOCATION_MARKET: Location
LOCATION_FIELDS: Location
LOCATION_TREASURE_VAULT: Location
LOCATION_CATHEDRAL: Location
LOCATION_BALLROOM: Location
LOCATION_CASTLE: Location
PILE_UNSPECIFIED: Pile
PILE_MINOR: Pile
PILE_MAJOR: Pile
LENGTH_UNSPECIFIED: Length
LENGTH_NORMAL: Length
LENGTH_LONG: Length
EDITION_UNSPECIFIED: Edition
EDITION_ENGLISH: Edition
EDITION_GERMAN: Edition
EDITION_ITALIAN: Edition
EDITION_FRENCH: Edition
EDITION_SPANISH: Edition
MAJORS_MODE_UNSPECIFIED: MajorsMode
MAJORS_MODE_FULL: MajorsMode
MAJORS_MODE_FROM_TURN_3: MajorsMode
MAJORS_MODE_NONE: MajorsMode
DECISION_KIND_UNSPECIFIED: DecisionKind
DECISION_KIND_DRAW: DecisionKind
DECISION_KIND_DISCARD_TO_LIMIT: DecisionKind
DECISION_KIND_HIDE_ONE: DecisionKind
DECISION_KIND_PLAY: DecisionKind
DECISION_KIND_CHOOSE_FIGURE: DecisionKind
DECISION_KIND_CHOOSE_LOCATION: DecisionKind
DECISION_KIND_ARTISAN: DecisionKind
DECISION_KIND_HARBOUR: DecisionKind
DECISION_KIND_MARKET: DecisionKind
DECISION_KIND_FIELDS: DecisionKind
DECISION_KIND_CATHEDRAL: DecisionKind
DECISION_KIND_MAY_HIDE: DecisionKind
DECISION_KIND_DISCARD_ONE: DecisionKind
DECISION_KIND_RAISE_HOUSE: DecisionKind
DECISION_KIND_LOWER_HOUSE: DecisionKind
DECISION_KIND_HIDE_SOME: DecisionKind
DECISION_KIND_GIVE_TWO: DecisionKind
DECISION_KIND_DEATH: DecisionKind
DECISION_KIND_EXCHANGE: DecisionKind
DECISION_KIND_LAY_TOWER: DecisionKind
DECISION_KIND_REMOVE_FIGURES: DecisionKind
DECISION_KIND_RETURN_FIGURE: DecisionKind
DECISION_KIND_TURN_UP: DecisionKind
DECISION_KIND_FOOL_HOUSE: DecisionKind
SIMPLE_ACTION_UNSPECIFIED: SimpleAction
SIMPLE_ACTION_PASS: SimpleAction
SIMPLE_ACTION_END: SimpleAction
SIMPLE_ACTION_DRAW_MINORS: SimpleAction
SIMPLE_ACTION_DRAW_MAJOR: SimpleAction
SIMPLE_ACTION_HIDE_FOOL: SimpleAction
SIMPLE_ACTION_RAISE: SimpleAction
SIMPLE_ACTION_LOWER: SimpleAction
STEP_KIND_UNSPECIFIED: StepKind
STEP_KIND_DRAW_PHASE: StepKind
STEP_KIND_CHOOSE_DRAW: StepKind
STEP_KIND_HAND_LIMIT: StepKind
STEP_KIND_HIDE_PHASE: StepKind
STEP_KIND_PLAY_PHASE: StepKind
STEP_KIND_RETURN_FIGURES: StepKind
STEP_KIND_ENSURE_MINOR: StepKind
STEP_KIND_PLAY: StepKind
STEP_KIND_MOVE_BY_MINOR: StepKind
STEP_KIND_JOKER: StepKind
STEP_KIND_CARD_DONE: StepKind
STEP_KIND_DRAW: StepKind
STEP_KIND_ARTISAN: StepKind
STEP_KIND_HARBOUR: StepKind
STEP_KIND_MARKET: StepKind
STEP_KIND_FIELDS: StepKind
STEP_KIND_CATHEDRAL: StepKind
STEP_KIND_MAY_HIDE: StepKind
STEP_KIND_RAISE_HOUSE: StepKind
STEP_KIND_RAISE_THEN_LOWER: StepKind
STEP_KIND_LOWER_HOUSE: StepKind
STEP_KIND_OTHERS_DISCARD: StepKind
STEP_KIND_HIDE_SOME: StepKind
STEP_KIND_GIVE_TWO: StepKind
STEP_KIND_DEATH: StepKind
STEP_KIND_EXCHANGE: StepKind
STEP_KIND_LAY_TOWER: StepKind
STEP_KIND_REMOVE_FIGURES: StepKind
STEP_KIND_MOON_DRAW: StepKind
STEP_KIND_TURN_UP: StepKind
STEP_KIND_SCORING: StepKind
STEP_KIND_FOOL_HOUSE: StepKind
STEP_KIND_TURN_OVER: StepKind
STEP_KIND_GAIN: StepKind

class Symbols(_message.Message):
    __slots__ = ("knaves", "knights", "queens", "kings", "swords", "wands", "chalices", "pentacles")
    KNAVES_FIELD_NUMBER: _ClassVar[int]
    KNIGHTS_FIELD_NUMBER: _ClassVar[int]
    QUEENS_FIELD_NUMBER: _ClassVar[int]
    KINGS_FIELD_NUMBER: _ClassVar[int]
    SWORDS_FIELD_NUMBER: _ClassVar[int]
    WANDS_FIELD_NUMBER: _ClassVar[int]
    CHALICES_FIELD_NUMBER: _ClassVar[int]
    PENTACLES_FIELD_NUMBER: _ClassVar[int]
    knaves: int
    knights: int
    queens: int
    kings: int
    swords: int
    wands: int
    chalices: int
    pentacles: int
    def __init__(self, knaves: _Optional[int] = ..., knights: _Optional[int] = ..., queens: _Optional[int] = ..., kings: _Optional[int] = ..., swords: _Optional[int] = ..., wands: _Optional[int] = ..., chalices: _Optional[int] = ..., pentacles: _Optional[int] = ...) -> None: ...

class Board(_message.Message):
    __slots__ = ("locations", "tower_placements")
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    TOWER_PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    locations: _containers.RepeatedCompositeFieldContainer[Symbols]
    tower_placements: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, locations: _Optional[_Iterable[_Union[Symbols, _Mapping]]] = ..., tower_placements: _Optional[_Iterable[int]] = ...) -> None: ...

class Setup(_message.Message):
    __slots__ = ("players", "length", "edition", "majors", "board", "first_player")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    MAJORS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    players: int
    length: Length
    edition: Edition
    majors: MajorsMode
    board: Board
    first_player: int
    def __init__(self, players: _Optional[int] = ..., length: _Optional[_Union[Length, str]] = ..., edition: _Optional[_Union[Edition, str]] = ..., majors: _Optional[_Union[MajorsMode, str]] = ..., board: _Optional[_Union[Board, _Mapping]] = ..., first_player: _Optional[int] = ...) -> None: ...

class EditionConstants(_message.Message):
    __slots__ = ("edition", "stars_victory_points", "moon_minors", "fields_victory_points", "justice_counts_minors", "temperance_moves_fool", "fool_house_by_house", "lovers_strictly_fewest")
    EDITION_FIELD_NUMBER: _ClassVar[int]
    STARS_VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    MOON_MINORS_FIELD_NUMBER: _ClassVar[int]
    FIELDS_VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    JUSTICE_COUNTS_MINORS_FIELD_NUMBER: _ClassVar[int]
    TEMPERANCE_MOVES_FOOL_FIELD_NUMBER: _ClassVar[int]
    FOOL_HOUSE_BY_HOUSE_FIELD_NUMBER: _ClassVar[int]
    LOVERS_STRICTLY_FEWEST_FIELD_NUMBER: _ClassVar[int]
    edition: Edition
    stars_victory_points: int
    moon_minors: int
    fields_victory_points: int
    justice_counts_minors: bool
    temperance_moves_fool: bool
    fool_house_by_house: bool
    lovers_strictly_fewest: bool
    def __init__(self, edition: _Optional[_Union[Edition, str]] = ..., stars_victory_points: _Optional[int] = ..., moon_minors: _Optional[int] = ..., fields_victory_points: _Optional[int] = ..., justice_counts_minors: bool = ..., temperance_moves_fool: bool = ..., fool_house_by_house: bool = ..., lovers_strictly_fewest: bool = ...) -> None: ...

class DecisionLimit(_message.Message):
    __slots__ = ("kind", "legal_max")
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MAX_FIELD_NUMBER: _ClassVar[int]
    kind: DecisionKind
    legal_max: int
    def __init__(self, kind: _Optional[_Union[DecisionKind, str]] = ..., legal_max: _Optional[int] = ...) -> None: ...

class Parameters(_message.Message):
    __slots__ = ("editions", "decisions", "hand_limit", "prestige_max")
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    HAND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_MAX_FIELD_NUMBER: _ClassVar[int]
    editions: _containers.RepeatedCompositeFieldContainer[EditionConstants]
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionLimit]
    hand_limit: int
    prestige_max: int
    def __init__(self, editions: _Optional[_Iterable[_Union[EditionConstants, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[DecisionLimit, _Mapping]]] = ..., hand_limit: _Optional[int] = ..., prestige_max: _Optional[int] = ...) -> None: ...

class Locations(_message.Message):
    __slots__ = ("locations",)
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("simple", "house", "location", "figure", "play", "hide", "discard", "give", "take", "put", "turn_up", "cover")
    SIMPLE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    PLAY_FIELD_NUMBER: _ClassVar[int]
    HIDE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    PUT_FIELD_NUMBER: _ClassVar[int]
    TURN_UP_FIELD_NUMBER: _ClassVar[int]
    COVER_FIELD_NUMBER: _ClassVar[int]
    simple: SimpleAction
    house: House
    location: Location
    figure: int
    play: int
    hide: int
    discard: int
    give: int
    take: int
    put: int
    turn_up: int
    cover: Locations
    def __init__(self, simple: _Optional[_Union[SimpleAction, str]] = ..., house: _Optional[_Union[House, str]] = ..., location: _Optional[_Union[Location, str]] = ..., figure: _Optional[int] = ..., play: _Optional[int] = ..., hide: _Optional[int] = ..., discard: _Optional[int] = ..., give: _Optional[int] = ..., take: _Optional[int] = ..., put: _Optional[int] = ..., turn_up: _Optional[int] = ..., cover: _Optional[_Union[Locations, _Mapping]] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("kind", "seat", "left", "minors", "majors", "answered", "drawn", "house", "by", "taken", "reduced", "next", "fool", "points")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    MINORS_FIELD_NUMBER: _ClassVar[int]
    MAJORS_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    REDUCED_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    FOOL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    kind: StepKind
    seat: int
    left: int
    minors: int
    majors: int
    answered: int
    drawn: int
    house: House
    by: int
    taken: _containers.RepeatedScalarFieldContainer[Location]
    reduced: bool
    next: int
    fool: House
    points: int
    def __init__(self, kind: _Optional[_Union[StepKind, str]] = ..., seat: _Optional[int] = ..., left: _Optional[int] = ..., minors: _Optional[int] = ..., majors: _Optional[int] = ..., answered: _Optional[int] = ..., drawn: _Optional[int] = ..., house: _Optional[_Union[House, str]] = ..., by: _Optional[int] = ..., taken: _Optional[_Iterable[_Union[Location, str]]] = ..., reduced: bool = ..., next: _Optional[int] = ..., fool: _Optional[_Union[House, str]] = ..., points: _Optional[int] = ...) -> None: ...

class Tower(_message.Message):
    __slots__ = ("owner", "covered")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    owner: int
    covered: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, owner: _Optional[int] = ..., covered: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class OpenCards(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class RemovedFigures(_message.Message):
    __slots__ = ("seat", "figures")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    figures: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., figures: _Optional[_Iterable[int]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("cards", "put", "figures", "taken", "complete")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    PUT_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    put: _containers.RepeatedScalarFieldContainer[int]
    figures: _containers.RepeatedScalarFieldContainer[int]
    taken: bool
    complete: bool
    def __init__(self, cards: _Optional[_Iterable[int]] = ..., put: _Optional[_Iterable[int]] = ..., figures: _Optional[_Iterable[int]] = ..., taken: bool = ..., complete: bool = ...) -> None: ...

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
    __slots__ = ("hand_minors_least", "hand_minors_most", "piles", "hands", "rows")
    HAND_MINORS_LEAST_FIELD_NUMBER: _ClassVar[int]
    HAND_MINORS_MOST_FIELD_NUMBER: _ClassVar[int]
    PILES_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    hand_minors_least: _containers.RepeatedScalarFieldContainer[int]
    hand_minors_most: _containers.RepeatedScalarFieldContainer[int]
    piles: CardMask
    hands: _containers.RepeatedCompositeFieldContainer[CardMask]
    rows: _containers.RepeatedCompositeFieldContainer[CardMask]
    def __init__(self, hand_minors_least: _Optional[_Iterable[int]] = ..., hand_minors_most: _Optional[_Iterable[int]] = ..., piles: _Optional[_Union[CardMask, _Mapping]] = ..., hands: _Optional[_Iterable[_Union[CardMask, _Mapping]]] = ..., rows: _Optional[_Iterable[_Union[CardMask, _Mapping]]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("turn", "first_player", "active", "minor_played", "major_played", "devil", "playing", "victory_points", "prestige", "figures", "tower", "removed", "discards", "open", "hand_sizes", "row_sizes", "minor_pile_size", "major_pile_size", "agenda", "ended", "hand", "row", "answer", "knowledge")
    TURN_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    MINOR_PLAYED_FIELD_NUMBER: _ClassVar[int]
    MAJOR_PLAYED_FIELD_NUMBER: _ClassVar[int]
    DEVIL_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    TOWER_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZES_FIELD_NUMBER: _ClassVar[int]
    ROW_SIZES_FIELD_NUMBER: _ClassVar[int]
    MINOR_PILE_SIZE_FIELD_NUMBER: _ClassVar[int]
    MAJOR_PILE_SIZE_FIELD_NUMBER: _ClassVar[int]
    AGENDA_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    KNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    turn: int
    first_player: int
    active: int
    minor_played: bool
    major_played: bool
    devil: bool
    playing: int
    victory_points: _containers.RepeatedScalarFieldContainer[int]
    prestige: _containers.RepeatedScalarFieldContainer[int]
    figures: _containers.RepeatedScalarFieldContainer[Location]
    tower: Tower
    removed: _containers.RepeatedCompositeFieldContainer[RemovedFigures]
    discards: _containers.RepeatedScalarFieldContainer[int]
    open: _containers.RepeatedCompositeFieldContainer[OpenCards]
    hand_sizes: _containers.RepeatedScalarFieldContainer[int]
    row_sizes: _containers.RepeatedScalarFieldContainer[int]
    minor_pile_size: int
    major_pile_size: int
    agenda: _containers.RepeatedCompositeFieldContainer[Step]
    ended: bool
    hand: _containers.RepeatedScalarFieldContainer[int]
    row: _containers.RepeatedScalarFieldContainer[int]
    answer: Answer
    knowledge: Knowledge
    def __init__(self, turn: _Optional[int] = ..., first_player: _Optional[int] = ..., active: _Optional[int] = ..., minor_played: bool = ..., major_played: bool = ..., devil: bool = ..., playing: _Optional[int] = ..., victory_points: _Optional[_Iterable[int]] = ..., prestige: _Optional[_Iterable[int]] = ..., figures: _Optional[_Iterable[_Union[Location, str]]] = ..., tower: _Optional[_Union[Tower, _Mapping]] = ..., removed: _Optional[_Iterable[_Union[RemovedFigures, _Mapping]]] = ..., discards: _Optional[_Iterable[int]] = ..., open: _Optional[_Iterable[_Union[OpenCards, _Mapping]]] = ..., hand_sizes: _Optional[_Iterable[int]] = ..., row_sizes: _Optional[_Iterable[int]] = ..., minor_pile_size: _Optional[int] = ..., major_pile_size: _Optional[int] = ..., agenda: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., ended: bool = ..., hand: _Optional[_Iterable[int]] = ..., row: _Optional[_Iterable[int]] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., knowledge: _Optional[_Union[Knowledge, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("turn_began", "figures_placed", "activation_began", "activation_ended", "drew", "vaulted", "reshuffled", "discarded", "hid", "fool_hidden", "shows_minors", "declined", "minor_played", "major_played", "card_done", "devil_invoked", "figure_moved", "prestige_changed", "victory_points_changed", "tower_laid", "tower_lifted", "figures_removed", "figure_returned", "passed", "exchanged", "turned_up", "scoring_began", "shown", "fool_declared", "house_scored", "rows_discarded", "asked", "picked", "ended")
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    FIGURES_PLACED_FIELD_NUMBER: _ClassVar[int]
    ACTIVATION_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ACTIVATION_ENDED_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    VAULTED_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    HID_FIELD_NUMBER: _ClassVar[int]
    FOOL_HIDDEN_FIELD_NUMBER: _ClassVar[int]
    SHOWS_MINORS_FIELD_NUMBER: _ClassVar[int]
    DECLINED_FIELD_NUMBER: _ClassVar[int]
    MINOR_PLAYED_FIELD_NUMBER: _ClassVar[int]
    MAJOR_PLAYED_FIELD_NUMBER: _ClassVar[int]
    CARD_DONE_FIELD_NUMBER: _ClassVar[int]
    DEVIL_INVOKED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_MOVED_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    VICTORY_POINTS_CHANGED_FIELD_NUMBER: _ClassVar[int]
    TOWER_LAID_FIELD_NUMBER: _ClassVar[int]
    TOWER_LIFTED_FIELD_NUMBER: _ClassVar[int]
    FIGURES_REMOVED_FIELD_NUMBER: _ClassVar[int]
    FIGURE_RETURNED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    TURNED_UP_FIELD_NUMBER: _ClassVar[int]
    SCORING_BEGAN_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    FOOL_DECLARED_FIELD_NUMBER: _ClassVar[int]
    HOUSE_SCORED_FIELD_NUMBER: _ClassVar[int]
    ROWS_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    PICKED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    turn_began: TurnBegan
    figures_placed: FiguresPlaced
    activation_began: ActivationBegan
    activation_ended: ActivationEnded
    drew: Drew
    vaulted: Vaulted
    reshuffled: Reshuffled
    discarded: Discarded
    hid: Hid
    fool_hidden: FoolHidden
    shows_minors: ShowsMinors
    declined: Declined
    minor_played: MinorPlayed
    major_played: MajorPlayed
    card_done: CardDone
    devil_invoked: DevilInvoked
    figure_moved: FigureMoved
    prestige_changed: PrestigeChanged
    victory_points_changed: VictoryPointsChanged
    tower_laid: TowerLaid
    tower_lifted: TowerLifted
    figures_removed: FiguresRemoved
    figure_returned: FigureReturned
    passed: Passed
    exchanged: Exchanged
    turned_up: TurnedUp
    scoring_began: ScoringBegan
    shown: Shown
    fool_declared: FoolDeclared
    house_scored: HouseScored
    rows_discarded: RowsDiscarded
    asked: Asked
    picked: Picked
    ended: Ended
    def __init__(self, turn_began: _Optional[_Union[TurnBegan, _Mapping]] = ..., figures_placed: _Optional[_Union[FiguresPlaced, _Mapping]] = ..., activation_began: _Optional[_Union[ActivationBegan, _Mapping]] = ..., activation_ended: _Optional[_Union[ActivationEnded, _Mapping]] = ..., drew: _Optional[_Union[Drew, _Mapping]] = ..., vaulted: _Optional[_Union[Vaulted, _Mapping]] = ..., reshuffled: _Optional[_Union[Reshuffled, _Mapping]] = ..., discarded: _Optional[_Union[Discarded, _Mapping]] = ..., hid: _Optional[_Union[Hid, _Mapping]] = ..., fool_hidden: _Optional[_Union[FoolHidden, _Mapping]] = ..., shows_minors: _Optional[_Union[ShowsMinors, _Mapping]] = ..., declined: _Optional[_Union[Declined, _Mapping]] = ..., minor_played: _Optional[_Union[MinorPlayed, _Mapping]] = ..., major_played: _Optional[_Union[MajorPlayed, _Mapping]] = ..., card_done: _Optional[_Union[CardDone, _Mapping]] = ..., devil_invoked: _Optional[_Union[DevilInvoked, _Mapping]] = ..., figure_moved: _Optional[_Union[FigureMoved, _Mapping]] = ..., prestige_changed: _Optional[_Union[PrestigeChanged, _Mapping]] = ..., victory_points_changed: _Optional[_Union[VictoryPointsChanged, _Mapping]] = ..., tower_laid: _Optional[_Union[TowerLaid, _Mapping]] = ..., tower_lifted: _Optional[_Union[TowerLifted, _Mapping]] = ..., figures_removed: _Optional[_Union[FiguresRemoved, _Mapping]] = ..., figure_returned: _Optional[_Union[FigureReturned, _Mapping]] = ..., passed: _Optional[_Union[Passed, _Mapping]] = ..., exchanged: _Optional[_Union[Exchanged, _Mapping]] = ..., turned_up: _Optional[_Union[TurnedUp, _Mapping]] = ..., scoring_began: _Optional[_Union[ScoringBegan, _Mapping]] = ..., shown: _Optional[_Union[Shown, _Mapping]] = ..., fool_declared: _Optional[_Union[FoolDeclared, _Mapping]] = ..., house_scored: _Optional[_Union[HouseScored, _Mapping]] = ..., rows_discarded: _Optional[_Union[RowsDiscarded, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., picked: _Optional[_Union[Picked, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ...) -> None: ...

class TurnBegan(_message.Message):
    __slots__ = ("turn", "first_player")
    TURN_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    turn: int
    first_player: int
    def __init__(self, turn: _Optional[int] = ..., first_player: _Optional[int] = ...) -> None: ...

class FiguresPlaced(_message.Message):
    __slots__ = ("locations",)
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class ActivationBegan(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ActivationEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Drew(_message.Message):
    __slots__ = ("seat", "pile", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pile: Pile
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., pile: _Optional[_Union[Pile, str]] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Vaulted(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class Reshuffled(_message.Message):
    __slots__ = ("pile",)
    PILE_FIELD_NUMBER: _ClassVar[int]
    pile: Pile
    def __init__(self, pile: _Optional[_Union[Pile, str]] = ...) -> None: ...

class Discarded(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Hid(_message.Message):
    __slots__ = ("seat", "faces")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    faces: Faces
    def __init__(self, seat: _Optional[int] = ..., faces: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class FoolHidden(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ShowsMinors(_message.Message):
    __slots__ = ("seat", "least", "most")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    seat: int
    least: int
    most: int
    def __init__(self, seat: _Optional[int] = ..., least: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class Declined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MinorPlayed(_message.Message):
    __slots__ = ("seat", "card", "idle")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    IDLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    idle: bool
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ..., idle: bool = ...) -> None: ...

class MajorPlayed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class CardDone(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class DevilInvoked(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FigureMoved(_message.Message):
    __slots__ = ("figure", "to")
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    figure: int
    to: Location
    def __init__(self, figure: _Optional[int] = ..., to: _Optional[_Union[Location, str]] = ...) -> None: ...

class PrestigeChanged(_message.Message):
    __slots__ = ("house", "change", "levels")
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    house: House
    change: int
    levels: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, house: _Optional[_Union[House, str]] = ..., change: _Optional[int] = ..., levels: _Optional[_Iterable[int]] = ...) -> None: ...

class VictoryPointsChanged(_message.Message):
    __slots__ = ("seat", "change", "total")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    change: int
    total: int
    def __init__(self, seat: _Optional[int] = ..., change: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class TowerLaid(_message.Message):
    __slots__ = ("seat", "covered")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    covered: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, seat: _Optional[int] = ..., covered: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class TowerLifted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FiguresRemoved(_message.Message):
    __slots__ = ("seat", "figures")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    figures: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., figures: _Optional[_Iterable[int]] = ...) -> None: ...

class FigureReturned(_message.Message):
    __slots__ = ("seat", "figure", "to")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    seat: int
    figure: int
    to: Location
    def __init__(self, seat: _Optional[int] = ..., figure: _Optional[int] = ..., to: _Optional[_Union[Location, str]] = ...) -> None: ...

class Passed(_message.Message):
    __slots__ = ("passed",)
    PASSED_FIELD_NUMBER: _ClassVar[int]
    passed: _containers.RepeatedCompositeFieldContainer[Faces]
    def __init__(self, passed: _Optional[_Iterable[_Union[Faces, _Mapping]]] = ...) -> None: ...

class Exchanged(_message.Message):
    __slots__ = ("seat", "count", "opened", "taken", "given")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    opened: _containers.RepeatedScalarFieldContainer[int]
    taken: Faces
    given: Faces
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ..., opened: _Optional[_Iterable[int]] = ..., taken: _Optional[_Union[Faces, _Mapping]] = ..., given: _Optional[_Union[Faces, _Mapping]] = ...) -> None: ...

class TurnedUp(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class ScoringBegan(_message.Message):
    __slots__ = ("reduced", "places")
    REDUCED_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    reduced: bool
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, reduced: bool = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class Shown(_message.Message):
    __slots__ = ("seat", "house", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    house: House
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., house: _Optional[_Union[House, str]] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class FoolDeclared(_message.Message):
    __slots__ = ("seat", "house")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    house: House
    def __init__(self, seat: _Optional[int] = ..., house: _Optional[_Union[House, str]] = ...) -> None: ...

class HouseScored(_message.Message):
    __slots__ = ("house", "place", "awards")
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    AWARDS_FIELD_NUMBER: _ClassVar[int]
    house: House
    place: int
    awards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, house: _Optional[_Union[House, str]] = ..., place: _Optional[int] = ..., awards: _Optional[_Iterable[int]] = ...) -> None: ...

class RowsDiscarded(_message.Message):
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
    __slots__ = ()
    def __init__(self) -> None: ...

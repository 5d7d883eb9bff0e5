//! The 78 faces as data, in the order of their numbers.

use super::data::Collect;
use super::data::Cost::{Destroy, Discard, Pay, PayOneOf, PayX, Take, Turn, TurnOther};
use super::data::Effect::{
    Check, DiscardDrawn, Draw, Gain, GainCost, GainMix, GainPer, GainX, Ignore, Look, Loss, Place,
    Points as PointsNow, Put, PutMix, PutPaid, PutPaidAnywhere, RivalsGain, Straighten,
    StraightenItself,
};
use super::data::{
    Alternative, Destroyed, Discount, FACES, FaceData, FaceKind, Per, Points, Power, Source,
    Straightened, Tag, Tags, When,
};
use super::essence::Essence::{Calm as C, Death as D, Elan as E, Gold as G, Life as L};
use super::essence::{Amount, Price, Types};

const ANY: Types = Types::ALL;
const NOT_GOLD: Types = Types::NOT_GOLD;

const fn amount(elan: u8, life: u8, calm: u8, death: u8, gold: u8) -> Amount {
    Amount([elan, life, calm, death, gold])
}

const fn price(elan: u8, life: u8, calm: u8, death: u8, gold: u8, wild: u8) -> Price {
    Price { fixed: amount(elan, life, calm, death, gold), wild }
}

const fn printed(points: u8) -> Points {
    Points { printed: points, per: Per::Nothing }
}

const fn power(
    when: When,
    costs: &'static [super::data::Cost],
    effects: &'static [super::data::Effect],
) -> Power {
    Power { when, costs, effects }
}

const ARTEFACT: FaceData = FaceData {
    id: "",
    name: "",
    kind: FaceKind::Artefact,
    tags: Tags::NONE,
    set: None,
    price: price(0, 0, 0, 0, 0, 0),
    points: printed(0),
    collect: Collect::Nothing,
    discount: Discount::Nothing,
    claimed: None,
    powers: &[],
};
const MAGE: FaceData = FaceData { kind: FaceKind::Mage, ..ARTEFACT };
const ITEM: FaceData = FaceData { kind: FaceKind::Item, ..ARTEFACT };
const MONUMENT: FaceData =
    FaceData { kind: FaceKind::Monument, price: price(0, 0, 0, 0, 4, 0), ..ARTEFACT };
const PLACE: FaceData = FaceData { kind: FaceKind::Place, ..ARTEFACT };

pub(super) static TABLE: [FaceData; FACES as usize] = [
    FaceData {
        id: "athanor",
        name: "Athanor",
        price: price(1, 0, 0, 0, 1, 0),
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(1, 0, 0, 0, 0, 0))],
                &[Put(amount(2, 0, 0, 0, 0))],
            ),
            power(
                When::Straight,
                &[Turn, Take(amount(6, 0, 0, 0, 0)), PayX(NOT_GOLD)],
                &[GainX(Types::of(&[G]))],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "bone_dragon",
        name: "Bone Dragon",
        tags: Tags::of(&[Tag::Dragon]),
        price: price(0, 1, 0, 4, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Pay(D)) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "celestial_horse",
        name: "Celestial Horse",
        tags: Tags::of(&[Tag::Creature]),
        set: Some(3),
        price: price(1, 0, 2, 0, 0, 0),
        collect: Collect::Mix(2, Types::of(&[E, L, C])),
        ..ARTEFACT
    },
    FaceData {
        id: "chalice_of_fire",
        name: "Chalice of Fire",
        price: price(1, 0, 0, 0, 1, 0),
        collect: Collect::Gain(amount(2, 0, 0, 0, 0)),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(1, 0, 0, 0, 0, 0))],
            &[Straighten(Straightened::Any)],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "chalice_of_life",
        name: "Chalice of Life",
        set: Some(2),
        price: price(0, 1, 1, 0, 1, 0),
        collect: Collect::Gain(amount(0, 1, 1, 0, 0)),
        powers: &[
            power(When::Straight, &[Pay(price(0, 0, 2, 0, 0, 0))], &[Put(amount(0, 1, 2, 0, 0))]),
            power(When::OnLoss, &[Turn], &[Ignore]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "corrupt_altar",
        name: "Corrupt Altar",
        price: price(0, 0, 0, 2, 0, 3),
        collect: Collect::Gain(amount(0, 1, 0, 1, 0)),
        powers: &[
            power(When::Straight, &[Pay(price(0, 2, 0, 0, 0, 0))], &[Put(amount(3, 0, 0, 0, 0))]),
            power(
                When::Straight,
                &[Turn, Destroy(Destroyed::Own)],
                &[GainCost { more: 2, types: NOT_GOLD }],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "crypt",
        name: "Crypt",
        price: price(0, 0, 0, 2, 0, 3),
        powers: &[
            power(When::Straight, &[Turn], &[Gain(amount(0, 0, 0, 2, 0))]),
            power(
                When::Straight,
                &[Turn, Pay(price(0, 0, 0, 1, 0, 0))],
                &[Place { from: Source::OwnDiscards, dragon: false, less: Some(2) }],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "cursed_skull",
        name: "Cursed Skull",
        price: price(0, 0, 0, 2, 0, 0),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 1, 0, 0, 0, 0))],
            &[PutMix(3, Types::of(&[E, C, D]))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "dancing_sword",
        name: "Dancing Sword",
        set: Some(4),
        price: price(1, 0, 0, 0, 1, 0),
        collect: Collect::Gain(amount(1, 0, 0, 1, 0)),
        powers: &[power(
            When::OnLoss,
            &[Pay(price(1, 0, 0, 0, 0, 0))],
            &[Ignore, Put(amount(0, 0, 0, 1, 0))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "dragon_bridle",
        name: "Dragon Bridle",
        price: price(1, 1, 1, 1, 0, 0),
        points: printed(1),
        discount: Discount::Dragons(3),
        powers: &[power(When::OnDragon, &[Turn], &[Ignore])],
        ..ARTEFACT
    },
    FaceData {
        id: "dragon_egg",
        name: "Dragon Egg",
        price: price(0, 0, 0, 0, 1, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Destroy(Destroyed::Itself)],
            &[Place { from: Source::Hand, dragon: true, less: Some(4) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "dragon_teeth",
        name: "Dragon Teeth",
        set: Some(1),
        price: price(1, 0, 0, 1, 0, 0),
        powers: &[
            power(When::Straight, &[Pay(price(2, 0, 0, 0, 0, 0))], &[Put(amount(3, 0, 0, 0, 0))]),
            power(
                When::Straight,
                &[Turn, Pay(price(3, 0, 0, 0, 0, 0))],
                &[Place { from: Source::Hand, dragon: true, less: None }],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "dwarven_pickaxe",
        name: "Dwarven Pickaxe",
        price: price(1, 0, 0, 0, 0, 0),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(1, 0, 0, 0, 0, 0))],
            &[Gain(amount(0, 0, 0, 0, 1))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "earth_dragon",
        name: "Earth Dragon",
        tags: Tags::of(&[Tag::Dragon]),
        price: price(4, 3, 0, 0, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Pay(G)) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "elemental_spring",
        name: "Elemental Spring",
        set: Some(1),
        price: price(2, 1, 1, 0, 0, 0),
        collect: Collect::Gain(amount(1, 1, 1, 0, 0)),
        powers: &[power(When::OnLoss, &[Pay(price(0, 0, 1, 0, 0, 0))], &[Ignore])],
        ..ARTEFACT
    },
    FaceData {
        id: "elvish_bow",
        name: "Elvish Bow",
        price: price(2, 1, 0, 0, 0, 0),
        powers: &[
            power(When::Straight, &[Turn], &[Loss { life: 1, or: None }]),
            power(When::Straight, &[Turn], &[Draw(1)]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "fiery_whip",
        name: "Fiery Whip",
        price: price(2, 0, 0, 2, 0, 0),
        powers: &[
            power(
                When::Straight,
                &[Turn],
                &[Gain(amount(3, 0, 0, 0, 0)), RivalsGain(amount(1, 0, 0, 0, 0))],
            ),
            power(
                When::Straight,
                &[Turn, Destroy(Destroyed::Other)],
                &[GainCost { more: 2, types: NOT_GOLD }],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "fire_dragon",
        name: "Fire Dragon",
        tags: Tags::of(&[Tag::Dragon]),
        price: price(6, 0, 0, 0, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Pay(C)) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "flaming_pit",
        name: "Flaming Pit",
        set: Some(2),
        price: price(2, 0, 0, 0, 0, 0),
        collect: Collect::Gain(amount(1, 0, 0, 0, 0)),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 1, 0, 0, 0, 0))],
            &[Gain(amount(1, 0, 0, 1, 0))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "fountain_of_youth",
        name: "Fountain of Youth",
        set: Some(4),
        price: price(0, 0, 1, 1, 0, 0),
        collect: Collect::Gain(amount(0, 1, 0, 0, 0)),
        powers: &[power(
            When::Straight,
            &[Pay(price(0, 0, 0, 2, 0, 0))],
            &[Put(amount(0, 1, 2, 0, 0))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "guard_dog",
        name: "Guard Dog",
        tags: Tags::of(&[Tag::Creature]),
        price: price(1, 0, 0, 0, 0, 0),
        powers: &[
            power(When::Turned, &[Pay(price(1, 0, 0, 0, 0, 0))], &[StraightenItself]),
            power(When::OnLoss, &[Turn], &[Ignore]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "hand_of_glory",
        name: "Hand of Glory",
        set: Some(1),
        price: price(0, 1, 0, 1, 0, 0),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Gain(amount(0, 0, 0, 2, 0)), RivalsGain(amount(0, 0, 0, 1, 0))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "hawk",
        name: "Hawk",
        tags: Tags::of(&[Tag::Creature]),
        set: Some(4),
        price: price(0, 1, 1, 0, 0, 0),
        collect: Collect::Gain(amount(0, 0, 1, 0, 0)),
        powers: &[
            power(When::Straight, &[Turn], &[Look]),
            power(When::Straight, &[Turn, Pay(price(0, 0, 2, 0, 0, 0))], &[Draw(1)]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "horn_of_plenty",
        name: "Horn of Plenty",
        price: price(0, 0, 0, 0, 2, 0),
        powers: &[
            power(When::Straight, &[Turn], &[GainMix(3, NOT_GOLD)]),
            power(When::Straight, &[Turn], &[Gain(amount(0, 0, 0, 0, 1))]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "hypnotic_basin",
        name: "Hypnotic Basin",
        price: price(1, 0, 2, 1, 0, 0),
        collect: Collect::Gain(amount(0, 0, 2, 0, 0)),
        powers: &[power(When::Straight, &[Turn], &[GainPer { gained: C, counted: E }])],
        ..ARTEFACT
    },
    FaceData {
        id: "jeweled_statuette",
        name: "Jeweled Statuette",
        price: price(0, 0, 0, 2, 1, 0),
        points: printed(1),
        powers: &[
            power(
                When::Straight,
                &[Turn],
                &[Gain(amount(0, 0, 0, 3, 0)), RivalsGain(amount(0, 0, 0, 1, 0))],
            ),
            power(When::Straight, &[Destroy(Destroyed::Itself)], &[Gain(amount(1, 0, 0, 0, 2))]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "magical_shard",
        name: "Magical Shard",
        set: Some(3),
        powers: &[power(When::Straight, &[Turn], &[GainMix(1, NOT_GOLD)])],
        ..ARTEFACT
    },
    FaceData {
        id: "mermaid",
        name: "Mermaid",
        tags: Tags::of(&[Tag::Creature]),
        price: price(0, 2, 2, 0, 0, 0),
        collect: Collect::Gain(amount(0, 0, 1, 0, 0)),
        powers: &[power(
            When::Straight,
            &[Turn, PayOneOf(Types::of(&[L, C, G]))],
            &[PutPaidAnywhere],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "nightingale",
        name: "Nightingale",
        tags: Tags::of(&[Tag::Creature]),
        price: price(0, 1, 1, 0, 0, 0),
        points: printed(1),
        ..ARTEFACT
    },
    FaceData {
        id: "philosophers_stone",
        name: "Philosopher's Stone",
        price: price(2, 2, 2, 2, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 2)), PayX(NOT_GOLD)],
            &[GainX(Types::of(&[G]))],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "prism",
        name: "Prism",
        powers: &[
            power(When::Straight, &[Turn, Pay(price(0, 0, 0, 0, 0, 1))], &[GainMix(2, NOT_GOLD)]),
            power(When::Straight, &[Turn, PayX(ANY)], &[GainX(NOT_GOLD)]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "ring_of_midas",
        name: "Ring of Midas",
        price: price(0, 1, 0, 0, 1, 0),
        points: printed(1),
        powers: &[
            power(When::Straight, &[Pay(price(0, 2, 0, 0, 0, 0))], &[Put(amount(0, 0, 0, 0, 1))]),
            power(When::Straight, &[Turn], &[Put(amount(0, 0, 0, 0, 1))]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "sacrificial_dagger",
        name: "Sacrificial Dagger",
        price: price(0, 0, 0, 1, 1, 0),
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(0, 1, 0, 0, 0, 0))],
                &[Put(amount(0, 0, 0, 3, 0))],
            ),
            power(
                When::Straight,
                &[Destroy(Destroyed::Itself), Discard],
                &[GainCost { more: 0, types: NOT_GOLD }],
            ),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "sea_serpent",
        name: "Sea Serpent",
        tags: Tags::of(&[Tag::Dragon, Tag::Creature]),
        price: price(0, 3, 6, 0, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Destroy) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "treant",
        name: "Treant",
        tags: Tags::of(&[Tag::Creature]),
        price: price(2, 3, 0, 0, 0, 0),
        collect: Collect::Gain(amount(0, 2, 0, 0, 0)),
        powers: &[power(When::Straight, &[Turn], &[GainPer { gained: E, counted: D }])],
        ..ARTEFACT
    },
    FaceData {
        id: "tree_of_life",
        name: "Tree of Life",
        set: Some(3),
        price: price(0, 1, 0, 0, 0, 2),
        powers: &[
            power(
                When::Straight,
                &[Turn],
                &[Gain(amount(0, 3, 0, 0, 0)), RivalsGain(amount(0, 1, 0, 0, 0))],
            ),
            power(When::OnLoss, &[Pay(price(0, 1, 0, 0, 0, 0))], &[Ignore]),
        ],
        ..ARTEFACT
    },
    FaceData {
        id: "vault",
        name: "Vault",
        set: Some(2),
        price: price(0, 0, 0, 0, 1, 1),
        collect: Collect::IfLeft { held: G, count: 2, types: NOT_GOLD },
        powers: &[power(When::Straight, &[Turn], &[Put(amount(0, 0, 0, 0, 1))])],
        ..ARTEFACT
    },
    FaceData {
        id: "water_dragon",
        name: "Water Dragon",
        tags: Tags::of(&[Tag::Dragon]),
        price: price(0, 0, 6, 0, 0, 0),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Pay(E)) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "wind_dragon",
        name: "Wind Dragon",
        tags: Tags::of(&[Tag::Dragon]),
        price: price(0, 0, 4, 0, 0, 4),
        points: printed(1),
        powers: &[power(
            When::Straight,
            &[Turn],
            &[Loss { life: 2, or: Some(Alternative::Discard) }],
        )],
        ..ARTEFACT
    },
    FaceData {
        id: "windup_man",
        name: "Windup Man",
        price: price(1, 1, 1, 0, 1, 0),
        collect: Collect::Grow(2),
        powers: &[power(When::Straight, &[Turn, Pay(price(0, 0, 0, 0, 0, 1))], &[PutPaid])],
        ..ARTEFACT
    },
    FaceData {
        id: "alchemist",
        name: "Alchemist",
        set: Some(3),
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(0, 0, 0, 0, 0, 4))],
                &[Gain(amount(0, 0, 0, 0, 2))],
            ),
            power(When::Straight, &[Turn], &[GainMix(1, NOT_GOLD)]),
        ],
        ..MAGE
    },
    FaceData { id: "artificer", name: "Artificer", discount: Discount::Artefacts(1), ..MAGE },
    FaceData {
        id: "druid",
        name: "Druid",
        collect: Collect::Gain(amount(0, 1, 0, 0, 0)),
        powers: &[power(When::Straight, &[Turn], &[Straighten(Straightened::Creature)])],
        ..MAGE
    },
    FaceData {
        id: "duelist",
        name: "Duelist",
        set: Some(1),
        collect: Collect::Gain(amount(1, 0, 0, 0, 0)),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 1, 0, 0))],
            &[Put(amount(0, 0, 0, 0, 1))],
        )],
        ..MAGE
    },
    FaceData {
        id: "healer",
        name: "Healer",
        collect: Collect::Mix(1, Types::of(&[L, C])),
        powers: &[power(When::OnLoss, &[Turn], &[Ignore])],
        ..MAGE
    },
    FaceData {
        id: "necromancer",
        name: "Necromancer",
        collect: Collect::Gain(amount(0, 0, 0, 1, 0)),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 2, 0, 0, 0, 0))],
            &[Put(amount(0, 0, 0, 3, 0))],
        )],
        ..MAGE
    },
    FaceData {
        id: "scholar",
        name: "Scholar",
        powers: &[power(When::Straight, &[Turn, Pay(price(0, 0, 0, 0, 0, 1))], &[Draw(1)])],
        ..MAGE
    },
    FaceData {
        id: "seer",
        name: "Seer",
        set: Some(2),
        collect: Collect::Gain(amount(0, 0, 1, 0, 0)),
        powers: &[power(When::Straight, &[Turn], &[Look])],
        ..MAGE
    },
    FaceData {
        id: "transmuter",
        name: "Transmuter",
        set: Some(4),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 2))],
            &[GainMix(3, NOT_GOLD)],
        )],
        ..MAGE
    },
    FaceData {
        id: "witch",
        name: "Witch",
        collect: Collect::Mix(1, Types::of(&[L, D])),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 2))],
            &[Straighten(Straightened::Any)],
        )],
        ..MAGE
    },
    FaceData {
        id: "alchemy",
        name: "Alchemy",
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 4))],
            &[Gain(amount(0, 0, 0, 0, 2))],
        )],
        ..ITEM
    },
    FaceData {
        id: "calm_elan",
        name: "Calm / Elan",
        collect: Collect::Mix(1, Types::of(&[E, C])),
        ..ITEM
    },
    FaceData {
        id: "death_life",
        name: "Death / Life",
        collect: Collect::Mix(1, Types::of(&[L, D])),
        ..ITEM
    },
    FaceData {
        id: "divination",
        name: "Divination",
        powers: &[power(When::Straight, &[Turn], &[Draw(3), DiscardDrawn])],
        ..ITEM
    },
    FaceData {
        id: "protection",
        name: "Protection",
        powers: &[power(When::OnLoss, &[Turn], &[Ignore])],
        ..ITEM
    },
    FaceData {
        id: "reanimate",
        name: "Reanimate",
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 1))],
            &[Straighten(Straightened::Any)],
        )],
        ..ITEM
    },
    FaceData {
        id: "research",
        name: "Research",
        powers: &[power(When::Straight, &[Turn, Pay(price(0, 0, 0, 0, 0, 1))], &[Draw(1)])],
        ..ITEM
    },
    FaceData {
        id: "transmutation",
        name: "Transmutation",
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 3))],
            &[GainMix(3, NOT_GOLD)],
        )],
        ..ITEM
    },
    FaceData {
        id: "colossus",
        name: "Colossus",
        points: printed(2),
        powers: &[power(
            When::Straight,
            &[Turn, Pay(price(0, 0, 0, 0, 0, 1))],
            &[Put(amount(0, 0, 0, 0, 1))],
        )],
        ..MONUMENT
    },
    FaceData {
        id: "golden_statue",
        name: "Golden Statue",
        points: printed(1),
        powers: &[power(When::OnCheck, &[Turn, Pay(price(0, 0, 0, 0, 3, 0))], &[PointsNow(3)])],
        ..MONUMENT
    },
    FaceData { id: "great_pyramid", name: "Great Pyramid", points: printed(3), ..MONUMENT },
    FaceData {
        id: "hanging_gardens",
        name: "Hanging Gardens",
        points: printed(1),
        collect: Collect::Mix(3, NOT_GOLD),
        ..MONUMENT
    },
    FaceData {
        id: "library",
        name: "Library",
        points: printed(1),
        powers: &[power(When::Straight, &[Turn], &[Draw(1)])],
        ..MONUMENT
    },
    FaceData {
        id: "mausoleum",
        name: "Mausoleum",
        points: printed(2),
        powers: &[power(
            When::Straight,
            &[Pay(price(0, 0, 0, 0, 0, 1))],
            &[Put(amount(0, 0, 0, 1, 0))],
        )],
        ..MONUMENT
    },
    FaceData {
        id: "obelisk",
        name: "Obelisk",
        points: printed(1),
        claimed: Some((6, NOT_GOLD)),
        ..MONUMENT
    },
    FaceData {
        id: "oracle",
        name: "Oracle",
        points: printed(2),
        powers: &[power(When::Straight, &[Turn], &[Look])],
        ..MONUMENT
    },
    FaceData {
        id: "solomons_mine",
        name: "Solomon's Mine",
        points: printed(1),
        powers: &[power(When::Straight, &[Turn], &[Gain(amount(0, 0, 0, 0, 1))])],
        ..MONUMENT
    },
    FaceData {
        id: "temple",
        name: "Temple",
        points: printed(2),
        collect: Collect::Gain(amount(0, 1, 0, 0, 0)),
        powers: &[power(When::OnLoss, &[Turn], &[Ignore])],
        ..MONUMENT
    },
    FaceData {
        id: "sacred_grove",
        name: "Sacred Grove",
        price: price(0, 8, 4, 0, 0, 0),
        points: Points { printed: 2, per: Per::Stored(L) },
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(0, 0, 1, 0, 0, 0))],
                &[Gain(amount(0, 5, 0, 0, 0))],
            ),
            power(When::Straight, &[Turn, TurnOther(Tag::Creature)], &[Put(amount(0, 1, 0, 0, 0))]),
        ],
        ..PLACE
    },
    FaceData {
        id: "alchemists_tower",
        name: "Alchemist's Tower",
        price: price(0, 0, 0, 0, 3, 0),
        points: Points { printed: 0, per: Per::Stored(G) },
        collect: Collect::Mix(3, NOT_GOLD),
        powers: &[
            power(When::Straight, &[Pay(price(1, 1, 1, 1, 0, 0))], &[Put(amount(0, 0, 0, 0, 1))]),
            power(When::OnLoss, &[Turn], &[Ignore]),
        ],
        ..PLACE
    },
    FaceData {
        id: "cursed_forge",
        name: "Cursed Forge",
        price: price(6, 0, 0, 3, 0, 0),
        points: Points { printed: 1, per: Per::Stored(G) },
        collect: Collect::PayOrTurn(amount(0, 0, 0, 1, 0)),
        powers: &[power(
            When::Straight,
            &[Pay(price(2, 0, 0, 0, 1, 0))],
            &[Put(amount(0, 0, 0, 0, 1))],
        )],
        ..PLACE
    },
    FaceData {
        id: "dwarven_mines",
        name: "Dwarven Mines",
        price: price(4, 2, 0, 0, 1, 0),
        points: Points { printed: 0, per: Per::Stored(G) },
        collect: Collect::Gain(amount(0, 0, 0, 0, 1)),
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(5, 0, 0, 0, 0, 0))],
                &[Gain(amount(0, 0, 0, 0, 3))],
            ),
            power(
                When::Straight,
                &[Turn, Pay(price(3, 0, 0, 3, 0, 0))],
                &[Put(amount(0, 0, 0, 0, 2))],
            ),
        ],
        ..PLACE
    },
    FaceData {
        id: "coral_castle",
        name: "Coral Castle",
        price: price(5, 5, 5, 0, 0, 0),
        points: printed(3),
        powers: &[
            power(When::Straight, &[Turn], &[Check]),
            power(When::OnLoss, &[Turn], &[Ignore]),
        ],
        ..PLACE
    },
    FaceData {
        id: "sunken_reef",
        name: "Sunken Reef",
        price: price(2, 2, 5, 0, 0, 0),
        points: Points { printed: 0, per: Per::Stored(C) },
        collect: Collect::Gain(amount(0, 0, 0, 0, 1)),
        powers: &[power(
            When::Straight,
            &[Pay(price(0, 1, 2, 0, 0, 0))],
            &[Put(amount(0, 0, 1, 0, 0))],
        )],
        ..PLACE
    },
    FaceData {
        id: "catacombs_of_the_dead",
        name: "Catacombs of the Dead",
        price: price(0, 0, 0, 9, 0, 0),
        points: Points { printed: 0, per: Per::Stored(D) },
        collect: Collect::Gain(amount(0, 0, 0, 1, 0)),
        powers: &[
            power(When::Straight, &[Pay(price(0, 0, 0, 5, 0, 0))], &[Put(amount(0, 0, 0, 1, 0))]),
            power(When::Straight, &[Turn], &[Put(amount(0, 0, 0, 1, 0))]),
        ],
        ..PLACE
    },
    FaceData {
        id: "sacrificial_pit",
        name: "Sacrificial Pit",
        price: price(8, 0, 0, 4, 0, 0),
        points: Points { printed: 2, per: Per::Stored(D) },
        powers: &[
            power(
                When::Straight,
                &[Turn, Pay(price(0, 3, 0, 0, 0, 0))],
                &[Put(amount(0, 0, 0, 1, 0))],
            ),
            power(
                When::Straight,
                &[Turn, Pay(price(0, 0, 0, 1, 0, 0)), Destroy(Destroyed::Beast)],
                &[GainCost { more: 0, types: Types::of(&[G]) }],
            ),
        ],
        ..PLACE
    },
    FaceData {
        id: "dragons_lair",
        name: "Dragon's Lair",
        price: price(3, 3, 3, 3, 0, 0),
        points: Points { printed: 0, per: Per::Stored(G) },
        discount: Discount::Dragons(3),
        powers: &[
            power(When::Straight, &[Turn], &[Gain(amount(0, 0, 0, 0, 2))]),
            power(When::Straight, &[Turn, TurnOther(Tag::Dragon)], &[Put(amount(0, 0, 0, 0, 2))]),
        ],
        ..PLACE
    },
    FaceData {
        id: "sorcerers_bestiary",
        name: "Sorcerer's Bestiary",
        price: price(2, 4, 2, 2, 0, 0),
        points: Points { printed: 0, per: Per::Beasts { creature: 1, dragon: 2 } },
        powers: &[
            power(When::Straight, &[Turn], &[Check]),
            power(
                When::Straight,
                &[Turn, Pay(price(0, 0, 0, 0, 0, 4))],
                &[Place { from: Source::AllDiscards, dragon: true, less: Some(0) }],
            ),
        ],
        ..PLACE
    },
];

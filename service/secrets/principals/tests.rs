use super::*;

const HASH: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

#[test]
fn a_token_is_known_by_its_hash_and_another_is_not() {
    let (mine, other) = (PrincipalToken::draw(), PrincipalToken::draw());
    let file = format!(
        "# who\n{}\n\n{} # for a while\n",
        mine.line("league", Role::Creator).unwrap(),
        PrincipalToken::draw().line("ops", Role::Operator).unwrap()
    );
    let principals = Principals::parse(&file).unwrap();
    let league = principals.by_token(mine.expose()).expect("it is there");
    assert_eq!((league.name.as_str(), league.role), ("league", Role::Creator));
    for token in [other.expose(), "", "hp1_", HASH, &mine.expose()[1..]] {
        assert!(principals.by_token(token).is_none(), "{token}");
    }
    assert!(PrincipalToken::is_one(mine.expose()) && !file.contains(mine.expose()));
    assert_eq!(format!("{mine:?}"), "PrincipalToken(secret)");
}

#[test]
fn several_lines_give_one_principal_several_credentials() {
    let colons = HASH
        .as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).unwrap())
        .collect::<Vec<_>>()
        .join(":");
    let file = format!(
        "a operator token-sha256:{HASH} calls_max=3\na operator cert-sha256:{colons}\nb creator cert-name:b.example"
    );
    let principals = Principals::parse(&file).unwrap();
    assert!(principals.use_certificates());
    let fingerprint = from_hex(HASH).unwrap();
    let named = |names: &[&str]| Identity {
        fingerprint: [0; 32],
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let a = principals.by_certificate(&Identity { fingerprint, names: Vec::new() }).unwrap();
    assert_eq!((a.name.as_str(), a.allowances.calls_max), ("a", Some(3)));
    assert_eq!(principals.by_certificate(&named(&["x", "b.example"])).unwrap().name, "b");
    assert_eq!(principals.by_certificate(&named(&["B.example", ""])), None);
}

#[test]
fn lines_that_make_no_sense_are_named() {
    let (one, two) =
        (format!("a creator token-sha256:{HASH}"), format!("a operator cert-sha256:{HASH}"));
    for (text, line) in [
        ("a creator", 1),
        ("A creator cert-name:x", 1),
        ("a king cert-name:x", 1),
        ("a creator cert-name:", 1),
        ("a creator token-sha256:abc", 1),
        ("a creator token:secret", 1),
        ("\na creator cert-name:x live_games_max=many", 2),
        ("a creator cert-name:x other=1", 1),
        ("a creator cert-name:x calls_max=1 calls_max=2", 1),
        (&format!("{one}\n{one}"), 2),
        (&format!("{one}\n{two}"), 2),
        (&format!("{one}\na creator cert-name:x calls_max=1"), 2),
    ] {
        match Principals::parse(text) {
            Err(PrincipalsError::Malformed { line: found, .. }) => {
                assert_eq!(found, line, "{text}")
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(Principals::parse("# no line\n"), Err(PrincipalsError::Empty)));
    assert!(PrincipalToken::draw().line("No Name", Role::Creator).is_err());
}

#[cfg(unix)]
#[test]
fn the_file_is_made_private_and_refused_when_it_is_not() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("principals");
    let token = PrincipalToken::draw();
    add_principal(&path, &token.line("a", Role::Operator).unwrap()).unwrap();
    add_principal(&path, &PrincipalToken::draw().line("b", Role::Creator).unwrap()).unwrap();
    assert!(
        add_principal(&path, &PrincipalToken::draw().line("a", Role::Creator).unwrap()).is_err()
    );
    let principals = Principals::open(&path).unwrap();
    assert_eq!(principals.by_token(token.expose()).unwrap().name, "a");
    assert!(principals.named("b").is_some());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(Principals::open(&path), Err(PrincipalsError::NotPrivate(_))));
}

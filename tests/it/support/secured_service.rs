//! A service that asks who calls: an operator and two creators.

use super::{
    bot::{reason, with_token},
    service::{Client, TestService, request},
};
use hierophant::{
    config::Limits,
    grpc::{Security, WebOptions},
    pb::v1 as pb,
    secrets::{PrincipalToken, Principals, Role},
};
use std::sync::Arc;
use tonic::{Code, Status};

/// A service with an operator and two creators, and their tokens.
pub(crate) struct SecuredService {
    pub(crate) service: TestService,
    pub(crate) ops: String,
    pub(crate) league: String,
    pub(crate) lab: String,
    /// The file of principals, by line.
    lines: Vec<String>,
    principals: Arc<Principals>,
}

impl SecuredService {
    pub(crate) async fn open(limits: Limits, allowances: &str) -> SecuredService {
        SecuredService::open_at(allowances, async |security| {
            TestService::secured(limits, security).await
        })
        .await
    }

    /// The same, with games that outlive a restart.
    pub(crate) async fn on_disk() -> SecuredService {
        SecuredService::open_at("", async |security| TestService::locked_on_disk(security).await)
            .await
    }

    /// The same, where calls without a token see what is public.
    pub(crate) async fn public(limits: Limits) -> SecuredService {
        SecuredService::open_at("", async |security| {
            TestService::public_on_disk(limits, security).await
        })
        .await
    }

    /// The same, where calls without a token may create games.
    pub(crate) async fn with_guests(limits: Limits) -> SecuredService {
        SecuredService::open_at("", async |security| {
            TestService::with_guests(limits, security).await
        })
        .await
    }

    /// The same for browsers, which also reach it under these names.
    pub(crate) async fn on_web(hosts: Vec<String>) -> SecuredService {
        SecuredService::open_at("", async |security| {
            let web = WebOptions { hosts: hosts.clone(), ..WebOptions::default() };
            TestService::web(Limits::default(), security, web).await
        })
        .await
    }

    async fn open_at(
        allowances: &str,
        service: impl AsyncFnOnce(Security) -> TestService,
    ) -> SecuredService {
        let mut lines = Vec::new();
        let [ops, league, lab] =
            [("ops", Role::Operator), ("league", Role::Creator), ("lab", Role::Creator)].map(
                |(name, role)| {
                    let token = PrincipalToken::draw();
                    lines.push(format!("{} {allowances}", token.line(name, role).unwrap()));
                    token.expose().to_owned()
                },
            );
        let security = security(&lines);
        let principals = security.principals.clone().expect("they are there");
        SecuredService { service: service(security).await, ops, league, lab, lines, principals }
    }

    /// Takes a principal out of the file, which the service reads again.
    pub(crate) fn forget(&self, principal: &str) {
        let left: Vec<_> =
            self.lines.iter().filter(|line| !line.starts_with(&format!("{principal} "))).collect();
        let left: Vec<&str> = left.into_iter().map(String::as_str).collect();
        self.principals.replace(&Principals::parse(&left.join("\n")).unwrap());
    }

    /// Takes a principal out of the file, and starts the service again.
    pub(crate) async fn without(&mut self, principal: &str) {
        self.lines.retain(|line| !line.starts_with(&format!("{principal} ")));
        self.service.restart_secured(security(&self.lines)).await;
    }

    pub(crate) async fn rotate(
        &self,
        token: &str,
        asked: pb::RotateTokenRequest,
    ) -> Result<String, Status> {
        Ok(self.client().rotate_token(with_token(asked, token)).await?.into_inner().token)
    }

    pub(crate) fn client(&self) -> Client {
        self.service.client()
    }

    pub(crate) async fn create(
        &self,
        token: &str,
        asked: pb::CreateGameRequest,
    ) -> Result<pb::CreateGameResponse, Status> {
        Ok(self.client().create_game(with_token(asked, token)).await?.into_inner())
    }

    pub(crate) async fn created(&self, token: &str, id: &str) -> pb::CreateGameResponse {
        self.create(token, pb::CreateGameRequest { game_id: id.into(), ..request() })
            .await
            .expect("a game")
    }

    pub(crate) async fn list(
        &self,
        token: &str,
        asked: pb::ListGamesRequest,
    ) -> Result<pb::ListGamesResponse, Status> {
        Ok(self.client().list_games(with_token(asked, token)).await?.into_inner())
    }

    /// The ids of all games that a principal is shown, by pages of two.
    pub(crate) async fn ids(&self, token: &str) -> String {
        let (mut ids, mut page_token) = (String::new(), String::new());
        loop {
            let asked = pb::ListGamesRequest { page_size: 2, page_token, ..Default::default() };
            let page = self.list(token, asked).await.expect("a page");
            ids.extend(page.games.iter().map(|game| game.name.trim_start_matches("games/")));
            if page.next_page_token.is_empty() {
                return ids;
            }
            page_token = page.next_page_token;
        }
    }

    pub(crate) async fn get(&self, token: &str, game: &str) -> Result<pb::GetGameResponse, Status> {
        let asked = pb::GetGameRequest { game: game.into() };
        Ok(self.client().get_game(with_token(asked, token)).await?.into_inner())
    }
}

fn security(lines: &[String]) -> Security {
    let principals = Principals::parse(&lines.join("\n")).unwrap();
    Security { principals: Some(Arc::new(principals)), tls: None }
}

#[track_caller]
pub(crate) fn refused<T: std::fmt::Debug>(
    result: Result<T, Status>,
    code: Code,
    expected: &str,
) -> Status {
    let status = result.expect_err("it must be refused");
    assert_eq!((status.code(), reason(&status).as_str()), (code, expected), "{status:?}");
    status
}

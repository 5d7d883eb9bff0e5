//! Calls about tournaments: for principals and, without principals, for callers on the service's
//! own machine.

use super::{Authorization, Client, Failure, RetryPolicy, retry::Outage, timed};
use crate::pb::v1::{self as pb, tournament_service_client::TournamentServiceClient};
use std::{collections::BTreeSet, time::Duration};
use tokio::time::timeout;
use tonic::{Request, Streaming, transport::Channel};

/// A stream without a message for this long counts as lost: the service sends one at least every 15
/// s.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(50);
/// Slots per page.
const PAGE_SLOTS: u32 = 500;

/// A client for calls about tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tournaments {
    stub: TournamentServiceClient<Channel>,
    retry_policy: RetryPolicy,
    authorization: Option<Authorization>,
}

/// Follows a tournament over lost connections and restarts of the service.
#[derive(Debug)]
pub struct FollowTournament {
    calls: Tournaments,
    name: String,
    stream: Option<Streaming<pb::WatchTournamentResponse>>,
    /// Slots whose results were returned.
    returned: BTreeSet<u32>,
    outage: Outage,
    is_over: bool,
}

/// Methods whose response is the tournament's state.
macro_rules! calls {
    ($($(#[$docs:meta])* $name:ident($request:ident { $($field:ident: $type:ty),* }) by $call:ident;)*) => {$(
        $(#[$docs])*
        ///
        /// # Errors
        /// The service's error, or that it cannot be reached.
        pub async fn $name(&self, $($field: $type),*) -> Result<pb::Tournament, Failure> {
            let message = pb::$request { $($field: $field.into()),* };
            let call = || async {
                let response = self.stub.clone().$call(self.signed(timed(message.clone()))).await?;
                state(response.into_inner().tournament)
            };
            self.retry_policy.repeat(call).await
        }
    )*};
}

fn state(tournament: Option<pb::Tournament>) -> Result<pb::Tournament, Failure> {
    tournament.ok_or_else(|| Failure::nonsense("the service sent no tournament"))
}

impl Tournaments {
    pub(super) fn new(client: &Client) -> Tournaments {
        Tournaments {
            stub: TournamentServiceClient::new(client.channel.clone()),
            retry_policy: client.retry_policy,
            authorization: client.authorization.clone(),
        }
    }

    calls! {
        /// The state of a tournament.
        get(GetTournamentRequest { tournament: &str }) by get_tournament;
        /// Pauses it: no more games begin.
        pause(PauseTournamentRequest { tournament: &str }) by pause_tournament;
        /// Resumes it.
        resume(ResumeTournamentRequest { tournament: &str }) by resume_tournament;
        /// Adds an entrant to a ladder.
        add_entrant(AddEntrantRequest { tournament: &str, entrant: pb::Entrant }) by add_entrant;
        /// Removes an entrant from a ladder.
        remove_entrant(RemoveEntrantRequest { tournament: &str, entrant: &str }) by remove_entrant;
        /// Cancels it at once; its live games are aborted after the response.
        cancel(CancelTournamentRequest { tournament: &str, reason: &str }) by cancel_tournament;
    }

    /// Creates a tournament. Give the request an id to make repeating it safe.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn create(
        &self,
        request: pb::CreateTournamentRequest,
    ) -> Result<pb::Tournament, Failure> {
        let call = || async {
            let response =
                self.stub.clone().create_tournament(self.signed(timed(request.clone()))).await?;
            state(response.into_inner().tournament)
        };
        self.retry_policy.repeat(call).await
    }

    /// All tournaments that the caller may see, the oldest first.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn list(&self, open_only: bool) -> Result<Vec<pb::Tournament>, Failure> {
        let (mut all, mut page_token) = (Vec::new(), String::new());
        loop {
            let message = pb::ListTournamentsRequest {
                page_size: 0,
                page_token: page_token.clone(),
                open_only,
            };
            let call = || async {
                let response =
                    self.stub.clone().list_tournaments(self.signed(timed(message.clone()))).await?;
                Ok(response.into_inner())
            };
            let page: pb::ListTournamentsResponse = self.retry_policy.repeat(call).await?;
            all.extend(page.tournaments);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(all);
            }
        }
    }

    /// All results of a tournament so far, in the order of the schedule.
    ///
    /// # Errors
    /// The service's error, or that it cannot be reached.
    pub async fn results(&self, tournament: &str) -> Result<Vec<pb::SlotResult>, Failure> {
        let (mut all, mut page_token) = (Vec::new(), String::new());
        loop {
            let message = pb::ListResultsRequest {
                tournament: tournament.into(),
                page_size: PAGE_SLOTS,
                page_token: page_token.clone(),
            };
            let call = || async {
                let response =
                    self.stub.clone().list_results(self.signed(timed(message.clone()))).await?;
                Ok(response.into_inner())
            };
            let page: pb::ListResultsResponse = self.retry_policy.repeat(call).await?;
            all.extend(page.results);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(all);
            }
        }
    }

    /// Follows a tournament to its end.
    pub fn follow(&self, tournament: &str) -> FollowTournament {
        FollowTournament {
            calls: self.clone(),
            name: tournament.to_owned(),
            stream: None,
            returned: BTreeSet::new(),
            outage: Outage::default(),
            is_over: false,
        }
    }

    fn signed<T>(&self, request: Request<T>) -> Request<T> {
        super::signed(self.authorization.as_ref(), request)
    }
}

impl FollowTournament {
    /// Its state, with results that were not returned before; `None` after its end.
    ///
    /// # Errors
    /// The service's error, or that it was unreachable for longer than the retry policy allows.
    pub async fn next(&mut self) -> Result<Option<(pb::Tournament, Vec<pb::SlotResult>)>, Failure> {
        while !self.is_over {
            match self.message().await {
                Ok(Some(message)) => {
                    self.outage = Outage::default();
                    let tournament = state(message.tournament)?;
                    let results = message
                        .results
                        .into_iter()
                        .filter(|result| self.returned.insert(result.slot));
                    return Ok(Some((tournament, results.collect())));
                }
                Ok(None) => self.is_over = true,
                Err(failure) => {
                    self.stream = None;
                    if !failure.is_transient() {
                        return Err(failure);
                    }
                    self.calls.retry_policy.wait_after(&mut self.outage, failure).await?;
                }
            }
        }
        Ok(None)
    }

    async fn message(&mut self) -> Result<Option<pb::WatchTournamentResponse>, Failure> {
        if self.stream.is_none() {
            let message = pb::WatchTournamentRequest {
                tournament: self.name.clone(),
                without_results: false,
            };
            let request = self.calls.signed(Request::new(message));
            self.stream =
                Some(self.calls.stub.clone().watch_tournament(request).await?.into_inner());
        }
        let stream = self.stream.as_mut().expect("it was opened just now");
        match timeout(SILENCE_TIMEOUT, stream.message()).await {
            Err(_) => Err(Failure::cut_off("the stream has timed out")),
            Ok(message) => Ok(message?),
        }
    }
}

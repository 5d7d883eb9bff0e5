//! What operators and their tools meet: health, reflection, sockets.

use crate::support::{
    bot::reason,
    fault_store::StoreMode,
    service::{Client, TestService, request},
};
use hierophant::{
    clock::SystemClock,
    config::Limits,
    grpc::{Listeners, ServeError, Store, serve},
    secrets::KeyRing,
    storage::MemoryStorage,
};
use std::sync::Arc;
use tokio_stream::StreamExt;
use tonic::Code;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};
use tonic_reflection::pb::{v1, v1alpha};

/// What health checks say of the whole and of the games.
async fn health(service: &TestService) -> [&'static str; 2] {
    let mut said = [""; 2];
    for (said, name) in said.iter_mut().zip(["", "hierophant.v1.GameService"]) {
        let request = HealthCheckRequest { service: name.into() };
        *said = HealthClient::new(service.channel())
            .check(request)
            .await
            .unwrap()
            .into_inner()
            .status()
            .as_str_name();
    }
    said
}

#[tokio::test]
async fn the_service_is_not_healthy_before_every_game_in_play_is_resumed() {
    let mut service = TestService::on_disk().await;
    let game = service.game().await;
    assert_eq!(health(&service).await, ["SERVING"; 2]);
    service.stop().await;
    service.store.set(StoreMode::AllHeld);
    service.launch().await;
    assert_eq!(health(&service).await, ["NOT_SERVING"; 2]);
    let early = game
        .again(&service)
        .bot(0)
        .get_view(Default::default())
        .await
        .expect_err("it isn't there yet");
    assert_eq!((early.code(), reason(&early).as_str()), (Code::Unavailable, "DRAINING"));
    service.store.set(StoreMode::Open);
    service.until_serving().await;
    assert!(game.again(&service).bot(0).view().await.decision.is_some());
    while health(&service).await != ["SERVING"; 2] {}
}

#[tokio::test]
async fn reflection_lists_the_public_services_in_both_versions() {
    let service = TestService::start().await;
    let expected = ["grpc.health.v1.Health", "hierophant.v1.GameService"];

    let list = v1::server_reflection_request::MessageRequest::ListServices(String::new());
    let request = v1::ServerReflectionRequest { host: String::new(), message_request: Some(list) };
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(service.channel());
    let mut answers =
        client.server_reflection_info(tokio_stream::once(request)).await.unwrap().into_inner();
    let answer = answers.next().await.unwrap().unwrap().message_response.unwrap();
    let v1::server_reflection_response::MessageResponse::ListServicesResponse(list) = answer else {
        panic!("a list")
    };
    let names: Vec<_> = list.service.into_iter().map(|service| service.name).collect();
    assert!(expected.iter().all(|name| names.iter().any(|has| has == name)), "{names:?}");

    let symbol = v1alpha::server_reflection_request::MessageRequest::FileContainingSymbol(
        expected[1].into(),
    );
    let request =
        v1alpha::ServerReflectionRequest { host: String::new(), message_request: Some(symbol) };
    let mut client =
        v1alpha::server_reflection_client::ServerReflectionClient::new(service.channel());
    let mut answers =
        client.server_reflection_info(tokio_stream::once(request)).await.unwrap().into_inner();
    assert!(matches!(
        answers.next().await.unwrap().unwrap().message_response,
        Some(v1alpha::server_reflection_response::MessageResponse::FileDescriptorResponse(_))
    ));
}

#[cfg(unix)]
#[tokio::test]
async fn a_unix_socket_serves_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listeners = Listeners::bind(None, Some(&path)).await.unwrap();
    let store = Store { storage: Arc::new(MemoryStorage::new()), key_ring: KeyRing::in_memory() };
    let (stop, response) = tokio::sync::oneshot::channel::<()>();
    let response = async {
        let _ = response.await;
    };
    let served =
        tokio::spawn(serve(listeners, store, Arc::new(SystemClock), Limits::default(), response));
    let channel =
        tonic::transport::Endpoint::from_shared(format!("unix://{}", path.display())).unwrap();
    let mut client = Client::new(channel.connect().await.unwrap());
    while client.create_game(request()).await.is_err() {}
    drop(client);
    stop.send(()).unwrap();
    served.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_store_whose_keys_are_gone_is_refused() {
    let mut service = TestService::on_disk().await;
    service.game().await;
    service.stop().await;
    let storage = hierophant::storage::SqliteOptions::at(service.path("games.db"));
    let storage = Arc::new(hierophant::storage::SqliteStorage::open(storage).unwrap());
    let listeners = Listeners::bind(Some("127.0.0.1:0".parse().unwrap()), None).await.unwrap();
    let store = Store { storage, key_ring: KeyRing::in_memory() };
    let refused =
        serve(listeners, store, Arc::new(SystemClock), Limits::default(), std::future::ready(()))
            .await;
    assert!(matches!(refused, Err(ServeError::KeyRing(_))), "{refused:?}");
}

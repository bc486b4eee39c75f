// The server, which is the same whatever way a file is sent. It is started as: server ADDRESS FOLDER
mod access;
mod download;

use access::Access;
use axum::extract::{Path, Query, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::Router;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, address, files] = &arguments[..] else {
        panic!("usage: server ADDRESS FOLDER");
    };
    let app = Router::new()
        .route("/download/{*name}", get(answer))
        .with_state(Arc::new(Access::new(files)));
    axum::serve(TcpListener::bind(address).await?, app).await
}

async fn answer(
    State(access): State<Arc<Access>>,
    Path(name): Path<String>,
    Query(asked): Query<HashMap<String, String>>,
    request: Request,
) -> Response {
    let signature = asked.get("signature").map_or("", String::as_str);
    match access.file_of_link(&name, signature).await {
        Ok(path) => download::download(&path, request)
            .await
            .unwrap_or_else(|error| {
                eprintln!("{}: {error}", path.display());
                axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }),
        Err(status) => status.into_response(),
    }
}

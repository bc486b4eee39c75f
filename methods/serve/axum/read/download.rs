// tokio::fs::read(): the whole file into memory, sent in one piece.
// Use it for small files that are changed before they are sent.
// called: fs::read() of Tokio
// needs: package axum
// decides: program
// ranges: no
// conditional: no
// streams: no
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use std::io;
use std::path::Path;

pub async fn download(path: &Path, _request: Request) -> io::Result<Response> {
    let head = [(CONTENT_TYPE, "application/octet-stream")];
    Ok((head, tokio::fs::read(path).await?).into_response())
}

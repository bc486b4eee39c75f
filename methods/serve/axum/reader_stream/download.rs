// ReaderStream of tokio-util: the file as a stream of pieces of 4 KiB, as it comes.
// Use it if the body must pass through your program; larger pieces take fewer calls.
// called: ReaderStream of tokio-util
// needs: package axum
// decides: program
// ranges: no
// conditional: no
// streams: yes
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use std::io;
use std::path::Path;
use tokio::fs::File;
use tokio_util::io::ReaderStream;

pub async fn download(path: &Path, _request: Request) -> io::Result<Response> {
    let file = File::open(path).await?;
    let head = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, file.metadata().await?.len().to_string()),
    ];
    Ok((head, Body::from_stream(ReaderStream::new(file))).into_response())
}

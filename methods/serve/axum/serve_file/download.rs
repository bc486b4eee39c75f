// ServeFile of tower-http: it reads the file in pieces of 64 KiB, and knows parts and conditions.
// Use it for files that lie on a disk.
// called: ServeFile of tower-http
// needs: package axum
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use std::io;
use std::path::Path;
use tower_http::services::ServeFile;

pub async fn download(path: &Path, request: Request) -> io::Result<Response> {
    Ok(ServeFile::new(path).try_call(request).await?.map(Body::new))
}

// The part that all programs share: it looks at the signature of a link, and says which file is to be sent.
use axum::http::StatusCode;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::path::PathBuf;

pub struct Access {
    files: PathBuf,
    /// The key with which links are signed; it is in the environment of the service.
    key: String,
}

impl Access {
    pub fn new(files: &str) -> Self {
        let key = std::env::var("DOWNLOAD_KEY").expect("DOWNLOAD_KEY is not set");
        Access {
            files: files.into(),
            key,
        }
    }

    /// Returns the file that a link to /download/NAME?signature=... is for, or the status if there is none.
    pub async fn file_of_link(&self, link: &str, signature: &str) -> Result<PathBuf, StatusCode> {
        let name = link.rsplit('/').next().unwrap_or(link);
        let mut right =
            Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).expect("any length will do");
        right.update(name.as_bytes());
        let given = bytes_of(signature).ok_or(StatusCode::FORBIDDEN)?;
        right
            .verify_slice(&given)
            .map_err(|_| StatusCode::FORBIDDEN)?;
        let path = self.files.join(name);
        match tokio::fs::metadata(&path).await {
            Ok(about) if about.is_file() => Ok(path),
            _ => Err(StatusCode::NOT_FOUND),
        }
    }
}

/// Returns the bytes that hexadecimal digits stand for.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok())
        .collect()
}

// The part that all programs share: it looks at the signature of a link, and says which file is to be sent.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
)

// The key with which links are signed; it is in the environment of the service.
var key = []byte(os.Getenv("DOWNLOAD_KEY"))

// fileOfLink returns the path of the file that a link to /download/NAME?signature=... is for, and 200;
// or another status, if it is for none.
func fileOfLink(link *url.URL) (string, int) {
	name := path.Base(link.Path)
	right := hmac.New(sha256.New, key)
	right.Write([]byte(name))
	given, err := hex.DecodeString(link.Query().Get("signature"))
	if err != nil || !hmac.Equal(given, right.Sum(nil)) {
		return "", http.StatusForbidden
	}
	found := filepath.Join(*files, name)
	if info, err := os.Stat(found); err != nil || !info.Mode().IsRegular() {
		return "", http.StatusNotFound
	}
	return found, http.StatusOK
}

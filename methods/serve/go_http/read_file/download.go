// os.ReadFile(): Go takes the whole file into its memory, and sends it in one piece.
// Use it for small files that are changed before they are sent.
// called: os.ReadFile() of Go
// decides: program
// ranges: no
// conditional: no
// streams: no
package main

import (
	"log"
	"net/http"
	"os"
	"strconv"
)

func download(w http.ResponseWriter, r *http.Request, path string) {
	body, err := os.ReadFile(path)
	if err != nil {
		http.Error(w, "This file cannot be read.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		log.Print(err) // a client that has gone away, for one
	}
}

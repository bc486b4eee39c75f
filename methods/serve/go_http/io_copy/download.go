// io.Copy(): Go sends an open file; the connection has the kernel do that.
// Use it for whatever can be read and is no file, such as the body of another answer.
// called: io.Copy() of Go
// decides: program
// ranges: no
// conditional: no
// streams: yes
package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
)

func download(w http.ResponseWriter, r *http.Request, path string) {
	file, err := os.Open(path)
	if err != nil {
		http.Error(w, "This file cannot be read.", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		http.Error(w, "This file cannot be read.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(w, file); err != nil {
		log.Print(err) // a client that has gone away, for one
	}
}

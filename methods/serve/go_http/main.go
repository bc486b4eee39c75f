// The server, which is the same whatever way a file is sent.
package main

import (
	"flag"
	"log"
	"net/http"
	"time"
)

var (
	listen = flag.String("listen", ":8000", "the address and the port to listen at")
	files  = flag.String("files", "/srv/files", "the folder of the files that can be asked for")

	certFile = flag.String("certificate", "", "a certificate, for HTTPS and HTTP/2; without one it is HTTP alone")
	keyFile  = flag.String("key", "", "the key of the certificate")
)

func main() {
	flag.Parse()
	http.HandleFunc("/download/", func(w http.ResponseWriter, r *http.Request) {
		path, status := fileOfLink(r.URL)
		if status != http.StatusOK {
			http.Error(w, http.StatusText(status), status)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		download(w, r, path)
	})
	server := &http.Server{Addr: *listen, ReadHeaderTimeout: 10 * time.Second}
	if *certFile != "" {
		log.Fatal(server.ListenAndServeTLS(*certFile, *keyFile))
	}
	log.Fatal(server.ListenAndServe())
}

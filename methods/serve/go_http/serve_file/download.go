// http.ServeFile(): Go makes the answer with all its headers, and has the kernel send the file.
// Use it for files that lie on a disk: clients may ask for parts of them, and are told if they have them.
// called: http.ServeFile() of Go
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
package main

import "net/http"

func download(w http.ResponseWriter, r *http.Request, path string) {
	http.ServeFile(w, r, path)
}

// os.WriteFile(), which empties the file first.
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: os.WriteFile()
// atomic: no
// durable: no
// keeps: everything

package main

import "os"

func replaceFile(path string, content []byte) error {
	return os.WriteFile(path, content, 0o644)
}

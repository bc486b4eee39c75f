// atomic.WriteFile() of natefinch, which does Sync() and os.Rename(), and Sync() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut; the folder it leaves to you. A new file
// can be read by its owner alone.
// called: natefinch's atomic.WriteFile()
// tags: by-name
// needs: package natefinch-atomic
// durable: each file
// atomic: yes

package main

import (
	"bytes"
	"os"

	"github.com/natefinch/atomic"
)

func createFiles(folder string, names []string, content []byte) (int, error) {
	place, err := os.Open(folder)
	if err != nil {
		return 0, err
	}
	defer place.Close()
	for _, name := range names {
		if err := atomic.WriteFile(folder+"/"+name, bytes.NewReader(content)); err != nil {
			return 0, err
		}
		if err := place.Sync(); err != nil { // the folder holds the name
			return 0, err
		}
	}
	return len(names), nil
}

// atomic.WriteFile() of natefinch: write and Sync() to another name, os.Rename(), at the end Sync() of the folder.
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

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func createFiles(folder string, names []string, content []byte) (int, error) {
	for _, name := range names {
		if err := atomic.WriteFile(folder+"/"+name, bytes.NewReader(content)); err != nil {
			return 0, err
		}
	}
	return len(names), syncFolder(folder) // the folder holds the names
}

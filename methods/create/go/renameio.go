// renameio.WriteFile(), which does Sync() and os.Rename(), and Sync() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut; the folder it leaves to you.
// called: renameio.WriteFile()
// tags: by-name
// needs: package renameio
// durable: each file
// atomic: yes

package main

import (
	"os"

	"github.com/google/renameio/v2"
)

func createFiles(folder string, names []string, content []byte) (int, error) {
	place, err := os.Open(folder)
	if err != nil {
		return 0, err
	}
	defer place.Close()
	here := renameio.WithTempDir(folder) // without it each call tries first if $TMPDIR is on the same disk
	for _, name := range names {
		if err := renameio.WriteFile(folder+"/"+name, content, 0o644, here); err != nil {
			return 0, err
		}
		if err := place.Sync(); err != nil { // the folder holds the name
			return 0, err
		}
	}
	return len(names), nil
}

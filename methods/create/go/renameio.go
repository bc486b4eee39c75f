// renameio.WriteFile(): write and Sync() to another name, then os.Rename(); at the end Sync() of the folder.
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

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func createFiles(folder string, names []string, content []byte) (int, error) {
	here := renameio.WithTempDir(folder) // without it each call tries first if $TMPDIR is on the same disk
	for _, name := range names {
		if err := renameio.WriteFile(folder+"/"+name, content, 0o644, here); err != nil {
			return 0, err
		}
	}
	return len(names), syncFolder(folder) // the folder holds the names
}

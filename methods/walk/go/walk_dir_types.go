// filepath.WalkDir(), whose entries know what they are.
// Use it when sizes are not wanted: nothing is asked about any entry.
// called: filepath.WalkDir() without sizes
// sizes: no
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: left out

package main

import (
	"errors"
	"io/fs"
	"path/filepath"
)

func walk(folder string) (files, folders int, bytes int64, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != folder {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if entry.IsDir() {
			folders++
		} else if entry.Type().IsRegular() {
			files++
		}
		return nil
	})
	return files, folders - 1, 0, err // the folder itself comes first
}

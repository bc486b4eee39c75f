// filepath.WalkDir(), and Info() of each file.
// Use it by default: it sorts the names of each folder, and knows without another call what is a folder.
// called: filepath.WalkDir()
// sizes: yes
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
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		about, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile
		}
		if err == nil {
			files++
			bytes += about.Size()
		}
		return err
	})
	return files, folders - 1, bytes, err // the folder itself comes first
}

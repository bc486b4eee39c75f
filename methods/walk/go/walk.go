// filepath.Walk(), which asks about every entry before it calls the function.
// Use filepath.WalkDir() instead, unless the code is older than Go 1.16: it need not ask about folders.
// called: filepath.Walk()
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
	err = filepath.Walk(folder, func(path string, about fs.FileInfo, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != folder {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if about.IsDir() {
			folders++
		} else if about.Mode().IsRegular() {
			files++
			bytes += about.Size()
		}
		return nil
	})
	return files, folders - 1, bytes, err // the folder itself comes first
}

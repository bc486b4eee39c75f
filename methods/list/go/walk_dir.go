// filepath.WalkDir(), kept from going into the folders that it finds: the paths, sorted.
// Use it when you go deeper anyway; for one folder os.ReadDir() does the same.
// called: filepath.WalkDir()
// sorted: yes
// yields: paths
// hidden: yes
// dots: no

package main

import (
	"io/fs"
	"path/filepath"
)

func listFolder(folder string) (paths []string, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		paths = append(paths, path)
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return paths, err
}

// fastwalk.Walk(), which walks several folders at once, and Info() of each file.
// Use it for large trees: as filepath.WalkDir(), but unsorted, and the function is called by several goroutines.
// called: fastwalk.Walk()
// needs: package fastwalk
// tags: threaded
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: left out

package main

import (
	"errors"
	"io/fs"
	"sync/atomic"

	"github.com/charlievieth/fastwalk"
)

func walk(folder string) (files, folders int, bytes int64, err error) {
	var fileCount, folderCount, size atomic.Int64
	err = fastwalk.Walk(&fastwalk.DefaultConfig, folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != folder {
			return nil // gone meanwhile
		}
		if err != nil {
			return err
		}
		if entry.IsDir() {
			folderCount.Add(1)
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		about, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile
		}
		if err == nil {
			fileCount.Add(1)
			size.Add(about.Size())
		}
		return err
	})
	return int(fileCount.Load()), int(folderCount.Load()) - 1, size.Load(), err // the folder itself is counted, too
}

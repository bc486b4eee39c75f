// filepath.WalkDir() through the tree, in the order of names, and io.Copy() of each file.
// Use it by default: it holds no file whole.
// called: filepath.WalkDir() and io.Copy()
// hidden: yes

package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

func sendFile(path string, sink io.Writer) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(sink, file)
}

func deliverTree(folder string, sink io.Writer) (sent int64, err error) {
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		bytes, err := sendFile(path, sink)
		sent += bytes
		return err
	})
	return sent, err
}

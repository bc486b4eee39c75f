// Write() and Sync() to another name in the folder, os.Rename(), and Sync() of the folder.
// Use it when others read the file: they find the old content or the new, whole.
// It is safe from a power cut, too.
// called: os.Rename(), and Sync() of the folder
// tags: by-name
// atomic: yes
// durable: each file
// keeps: nothing

package main

import (
	"os"
	"path/filepath"
)

func writeSynced(path string, content []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.Sync()
}

func replaceFile(path string, content []byte) error {
	part := path + ".part"
	if err := writeSynced(part, content); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync() // it holds the name
}

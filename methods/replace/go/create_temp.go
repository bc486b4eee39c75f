// os.CreateTemp() in the folder, Chmod() to the permissions of the old file, Write(), then os.Rename().
// Use it when others read the file and several write it: each has a name of its own.
// called: os.CreateTemp(), then os.Rename()
// atomic: yes
// durable: no
// keeps: permissions

package main

import (
	"os"
	"path/filepath"
)

func replaceFile(path string, content []byte) error {
	about, err := os.Stat(path)
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(path), "part")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // once it has its name, there is nothing to remove
	defer part.Close()
	if err := part.Chmod(about.Mode().Perm()); err != nil {
		return err
	}
	if _, err := part.Write(content); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}

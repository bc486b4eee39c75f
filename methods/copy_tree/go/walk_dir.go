// filepath.WalkDir(), os.Mkdir() of each folder and io.Copy() of each file.
// Use it when the program decides what to copy; permissions and times are not kept.
// called: filepath.WalkDir() and io.Copy()
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

func copyFile(source, target string) error {
	from, err := os.Open(source)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(target)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return err
	}
	return to.Close()
}

func copyTree(source, target string) error {
	return filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		copied := target + path[len(source):]
		switch entry.Type() {
		case fs.ModeDir:
			return os.Mkdir(copied, 0o777)
		case fs.ModeSymlink:
			where, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(where, copied)
		default:
			return copyFile(path, copied)
		}
	})
}

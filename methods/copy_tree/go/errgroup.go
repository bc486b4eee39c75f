// filepath.WalkDir(), os.Mkdir() of each folder, and io.Copy() of each file in a goroutine, so many at once.
// Use it for large trees on a device or a server that takes several requests at once.
// called: io.Copy() in an errgroup
// needs: package errgroup
// tags: threaded
// parameters: at_once 1..64
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: goes on
// any_name: yes

package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
)

const atOnce = 4

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
	var workers errgroup.Group
	workers.SetLimit(atOnce)
	err := filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
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
			workers.Go(func() error { return copyFile(path, copied) })
			return nil
		}
	})
	if failed := workers.Wait(); err == nil {
		err = failed
	}
	return err
}

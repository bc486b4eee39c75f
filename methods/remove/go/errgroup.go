// os.RemoveAll() of each entry of the tree in a goroutine, so many at once, then of the tree.
// Use it for large trees of many folders on a device or a server that takes several requests at once.
// called: os.RemoveAll() in an errgroup
// needs: package errgroup
// tags: threaded
// parameters: at_once 1..64
// refused: goes on
// missing: no error
// top_link: followed
// any_name: yes
// deep: yes

package main

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sync/errgroup"
)

const atOnce = 4

func removeTree(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var workers errgroup.Group
	workers.SetLimit(atOnce)
	for _, entry := range entries {
		workers.Go(func() error { return os.RemoveAll(folder + "/" + entry.Name()) })
	}
	if err := workers.Wait(); err != nil {
		return err
	}
	return os.RemoveAll(folder)
}

// os.ReadFile() in a goroutine for each file, by an errgroup.Group that lets so many run at once.
// Use it when the first failure should end all of it; a goroutine is cheap, but a small file in memory is cheaper.
// called: os.ReadFile() in an errgroup
// needs: package errgroup
// tags: threaded
// parameters: at_once 1..1024
// unsized: yes

package main

import (
	"os"

	"golang.org/x/sync/errgroup"
)

const atOnce = 8

func load(folder string, names []string) ([][]byte, error) {
	contents := make([][]byte, len(names))
	var readers errgroup.Group
	readers.SetLimit(atOnce)
	for i, name := range names {
		readers.Go(func() (err error) {
			contents[i], err = os.ReadFile(folder + "/" + name)
			return err
		})
	}
	return contents, readers.Wait()
}

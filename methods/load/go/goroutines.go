// os.ReadFile() in several goroutines, which take the files in turn.
// Use it when files come from a device, or when each is large; small ones in memory cost less than handing them out.
// called: os.ReadFile() in goroutines
// tags: threaded
// parameters: at_once 1..1024
// unsized: yes

package main

import (
	"errors"
	"os"
	"sync"
	"sync/atomic"
)

const atOnce = 8

func load(folder string, names []string) ([][]byte, error) {
	contents, failures := make([][]byte, len(names)), make([]error, atOnce)
	var next atomic.Int64
	var readers sync.WaitGroup
	for reader := range failures {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for i := next.Add(1) - 1; i < int64(len(names)) && failures[reader] == nil; i = next.Add(1) - 1 {
				contents[i], failures[reader] = os.ReadFile(folder + "/" + names[i])
			}
		}()
	}
	readers.Wait()
	return contents, errors.Join(failures...)
}

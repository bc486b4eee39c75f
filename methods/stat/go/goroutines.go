// os.Stat() in several goroutines, which take the names in turn.
// Use it on network file systems, where each answer takes its time; in memory handing them out costs more.
// called: os.Stat() in goroutines
// tags: threaded
// parameters: at_once 1..256
// tells: size and time
// finds: anything
// links: followed
// slashes: kept
// denied: error

package main

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

const atOnce = 8

// lookUp takes names until there are no more.
func lookUp(folder string, names []string, next *atomic.Int64) (exist int, bytes, newest int64, err error) {
	for i := next.Add(1) - 1; i < int64(len(names)); i = next.Add(1) - 1 {
		about, err := os.Stat(folder + "/" + names[i])
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, 0, 0, err
		}
		exist++
		bytes += about.Size()
		newest = max(newest, about.ModTime().Unix())
	}
	return exist, bytes, newest, nil
}

func statAll(folder string, names []string) (exist int, bytes, newest int64, err error) {
	var next atomic.Int64
	var lookers sync.WaitGroup
	var adding sync.Mutex
	for range atOnce {
		lookers.Add(1)
		go func() {
			defer lookers.Done()
			some, theirs, latest, failure := lookUp(folder, names, &next)
			adding.Lock()
			defer adding.Unlock()
			exist, bytes, newest, err = exist+some, bytes+theirs, max(newest, latest), errors.Join(err, failure)
		}()
	}
	lookers.Wait()
	return exist, bytes, newest, err
}

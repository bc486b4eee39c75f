// os.Stat() of each path; what is no fs.ErrNotExist is an error.
// Use it by default: it tells size and times with it. A path below a file is an error to it, not a missing one.
// called: os.Stat()
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
)

func statAll(folder string, names []string) (exist int, bytes, newest int64, err error) {
	for _, name := range names {
		about, err := os.Stat(folder + "/" + name)
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

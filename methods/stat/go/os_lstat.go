// os.Lstat() of each path, which looks at a link and not at what it leads to.
// Use it when links are to be found as links, wherever they lead.
// called: os.Lstat()
// tells: size and time
// finds: anything
// links: not followed
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
		about, err := os.Lstat(folder + "/" + name)
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

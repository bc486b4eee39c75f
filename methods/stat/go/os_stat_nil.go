// os.Stat() of each path: if err is nil, it is there.
// Use it when what cannot be looked up may count as missing; it is the shortest.
// called: os.Stat() and err == nil
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

package main

import "os"

func statAll(folder string, names []string) (exist int, bytes, newest int64, err error) {
	for _, name := range names {
		if _, err := os.Stat(folder + "/" + name); err == nil {
			exist++
		}
	}
	return exist, 0, 0, nil
}

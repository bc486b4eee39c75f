// syscall.Access() with F_OK of each path.
// Use it when very many names are looked up for their existence alone: no FileInfo is made of them.
// called: syscall.Access()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

package main

import "syscall"

const existence = 0 // F_OK

func statAll(folder string, names []string) (exist int, bytes, newest int64, err error) {
	for _, name := range names {
		if syscall.Access(folder+"/"+name, existence) == nil {
			exist++
		}
	}
	return exist, 0, 0, nil
}

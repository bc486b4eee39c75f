// os.ReadDir(): an entry for each name, sorted, which knows without another call whether it is a folder.
// Use it when the order counts; it sorts by name, and ReadDir(-1) of an open folder does not.
// sorted: yes
// yields: entries
// hidden: yes
// dots: no

package main

import "os"

func listFolder(folder string) ([]os.DirEntry, error) {
	return os.ReadDir(folder)
}

// Readdirnames(-1) of an open folder: the names alone, as they come.
// Use it when names are all you need.
// called: Readdirnames(-1)
// sorted: no
// yields: names
// hidden: yes
// dots: no

package main

import "os"

func listFolder(folder string) ([]string, error) {
	opened, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return opened.Readdirnames(-1)
}

// ReadDir(-1) of an open folder: an entry for each name, as they come.
// Use it when you need kinds too, and no order.
// called: ReadDir(-1)
// sorted: no
// yields: entries
// hidden: yes
// dots: no

package main

import "os"

func listFolder(folder string) ([]os.DirEntry, error) {
	opened, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return opened.ReadDir(-1)
}

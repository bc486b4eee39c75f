// godirwalk.ReadDirents(): an entry for each name, as they come, without the call for each that filepath.Walk() made.
// Use it if you have it already; since Go 1.16 os.ReadDir() knows as much.
// called: godirwalk.ReadDirents()
// needs: package godirwalk
// sorted: no
// yields: entries
// hidden: yes
// dots: no

package main

import "github.com/karrick/godirwalk"

func listFolder(folder string) (godirwalk.Dirents, error) {
	return godirwalk.ReadDirents(folder, nil)
}

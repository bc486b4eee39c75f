// os.ReadDir(), calling itself for each folder, and os.Remove() of each entry.
// Use it when the program decides what to remove; for all of a tree os.RemoveAll() is quicker and follows no link.
// called: os.ReadDir() and os.Remove()
// refused: stops
// missing: error
// top_link: followed
// any_name: yes
// deep: no

package main

import "os"

func removeTree(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := folder + "/" + entry.Name()
		if entry.IsDir() {
			err = removeTree(path)
		} else {
			err = os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(folder)
}

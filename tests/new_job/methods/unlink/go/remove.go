// os.Remove() of each file, and of the folder.
// Use it when the names are known.

package main

import "os"

func removeFolder(path string, names []string) error {
	for _, name := range names {
		if err := os.Remove(path + "/" + name); err != nil {
			return err
		}
	}
	return os.Remove(path)
}

// godirwalk.Walk(), unsorted, and os.Lstat() of each file.
// Use it if you have it already; since Go 1.16 filepath.WalkDir() knows as much.
// called: godirwalk.Walk()
// needs: package godirwalk
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

package main

import (
	"os"

	"github.com/karrick/godirwalk"
)

func walk(folder string) (files, folders int, bytes int64, err error) {
	err = godirwalk.Walk(folder, &godirwalk.Options{
		Unsorted: true,
		Callback: func(path string, entry *godirwalk.Dirent) error {
			if entry.IsDir() {
				folders++
			}
			if !entry.IsRegular() {
				return nil
			}
			about, err := os.Lstat(path)
			if err == nil {
				files++
				bytes += about.Size()
			}
			return err
		},
	})
	return files, folders - 1, bytes, err // the folder itself comes first
}

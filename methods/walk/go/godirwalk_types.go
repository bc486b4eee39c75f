// godirwalk.Walk(), unsorted, whose entries know what they are.
// Use it when sizes are not wanted and you have it already; since Go 1.16 filepath.WalkDir() knows as much.
// called: godirwalk.Walk() without sizes
// needs: package godirwalk
// sizes: no
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

package main

import "github.com/karrick/godirwalk"

func walk(folder string) (files, folders int, bytes int64, err error) {
	err = godirwalk.Walk(folder, &godirwalk.Options{
		Unsorted: true,
		Callback: func(path string, entry *godirwalk.Dirent) error {
			if entry.IsDir() {
				folders++
			} else if entry.IsRegular() {
				files++
			}
			return nil
		},
	})
	return files, folders - 1, 0, err // the folder itself comes first
}

// os.ReadDir(), calling itself for each folder, and Info() of each file.
// Use it when the program decides on the way what to go into; for all of a tree filepath.WalkDir() does the same.
// called: os.ReadDir()
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

package main

import "os"

func walk(folder string) (files, folders int, bytes int64, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			more, below, size, err := walk(folder + "/" + entry.Name())
			if err != nil {
				return 0, 0, 0, err
			}
			files, folders, bytes = files+more, folders+below+1, bytes+size
		} else if entry.Type().IsRegular() {
			about, err := entry.Info()
			if err != nil {
				return 0, 0, 0, err
			}
			files++
			bytes += about.Size()
		}
	}
	return files, folders, bytes, nil
}

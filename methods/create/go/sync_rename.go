// Write and Sync() to another name in the folder, os.Rename(), and Sync() of the folder, for each file.
// Use it for what must be there whole or not at all, also after a power cut.
// called: Sync(), then os.Rename()
// tags: by-name
// durable: each file
// atomic: yes

package main

import "os"

func writeSynced(path string, content []byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.Sync()
}

func createFiles(folder string, names []string, content []byte) (int, error) {
	place, err := os.Open(folder)
	if err != nil {
		return 0, err
	}
	defer place.Close()
	for _, name := range names {
		path := folder + "/" + name
		if err := writeSynced(path+".part", content); err != nil {
			return 0, err
		}
		if err := os.Rename(path+".part", path); err != nil {
			return 0, err
		}
		if err := place.Sync(); err != nil { // the folder holds the name
			return 0, err
		}
	}
	return len(names), nil
}

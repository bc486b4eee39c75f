// Write and Sync() to another name in the folder, then os.Rename(); at the end Sync() of the folder.
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

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func createFiles(folder string, names []string, content []byte) (int, error) {
	for _, name := range names {
		path := folder + "/" + name
		if err := writeSynced(path+".part", content); err != nil {
			return 0, err
		}
		if err := os.Rename(path+".part", path); err != nil {
			return 0, err
		}
	}
	return len(names), syncFolder(folder) // the folder holds the names
}

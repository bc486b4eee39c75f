// Write() and Sync() to another name in the folder, then os.Rename().
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: Sync(), then os.Rename()
// tags: by-name
// atomic: yes
// durable: content
// keeps: nothing

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

func replaceFile(path string, content []byte) error {
	part := path + ".part"
	if err := writeSynced(part, content); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// os.WriteFile() to another name in the folder, then os.Rename().
// Use it when others read the file: they find the old content or the new, whole.
// Two writers need two such names.
// called: os.WriteFile(), then os.Rename()
// atomic: yes
// durable: no
// keeps: nothing

package main

import "os"

func replaceFile(path string, content []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// os.WriteFile() to another name in the folder, then os.Rename().
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: os.WriteFile(), then os.Rename()
// durable: no
// atomic: yes

package main

import "os"

func createFiles(folder string, names []string, content []byte) (int, error) {
	for _, name := range names {
		path := folder + "/" + name
		if err := os.WriteFile(path+".part", content, 0o644); err != nil {
			return 0, err
		}
		if err := os.Rename(path+".part", path); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// os.ReadFile() of each file.
// Use it by default: it asks for the size first, and takes what the file holds, whatever that was told to be.
// called: os.ReadFile()
// unsized: yes

package main

import "os"

func load(folder string, names []string) ([][]byte, error) {
	contents := make([][]byte, 0, len(names))
	for _, name := range names {
		content, err := os.ReadFile(folder + "/" + name)
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

// os.WriteFile() for each file.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: os.WriteFile()
// durable: no
// atomic: no

package main

import "os"

func createFiles(folder string, names []string, content []byte) (int, error) {
	for _, name := range names {
		if err := os.WriteFile(folder+"/"+name, content, 0o644); err != nil {
			return 0, err
		}
	}
	return len(names), nil
}

// os.ReadFile(), then os.WriteFile(): the whole file is in memory in between.
// Use it for small files that are changed on their way.
// called: os.ReadFile() and os.WriteFile()
// durable: no
// mode: not kept

package main

import "os"

func copyFile(source, target string) error {
	content, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	return os.WriteFile(target, content, 0o644)
}

// os.OpenFile() without O_TRUNC, Write() over what is there, and Truncate() of what was longer.
// Use it when nobody reads the file meanwhile: a reader may find new and old content mixed.
// called: Write() over it, and Truncate()
// atomic: no
// durable: no
// keeps: everything

package main

import "os"

func replaceFile(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.Truncate(int64(len(content)))
}

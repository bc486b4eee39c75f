// os.WriteFile() to another name in the folder, os.Remove() of the old file, then os.Rename().
// Use it nowhere if you can: for a moment there is no file. os.Rename() needs no os.Remove().
// called: os.Remove(), then os.Rename()
// atomic: with a gap
// durable: no
// keeps: nothing

package main

import "os"

func replaceFile(path string, content []byte) error {
	part := path + ".part"
	if err := os.WriteFile(part, content, 0o644); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.Rename(part, path)
}

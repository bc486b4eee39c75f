// os.Open(), os.Create() and io.Copy(), which has the kernel copy from file to file where it can.
// Use it by default; the copy has usual permissions, not those of the file.
// called: io.Copy()
// tags: untouched
// durable: no
// mode: not kept

package main

import (
	"io"
	"os"
)

func copyFile(source, target string) error {
	from, err := os.Open(source)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.Create(target)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		return err
	}
	return to.Close()
}

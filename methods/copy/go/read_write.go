// Read() and Write() in turn, through one buffer, of 1 MiB unless another size is said.
// Use it when the bytes are looked at, or changed, on their way.
// called: Read() and Write() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept

package main

import (
	"io"
	"os"
)

const pieceBytes = 1048576

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
	defer to.Close()
	buffer := make([]byte, pieceBytes)
	for {
		count, err := from.Read(buffer)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := to.Write(buffer[:count]); err != nil {
			return err
		}
	}
}

// Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.
package main

import (
	"jobs"
	"kit"
)

func main() {
	kit.Main("transform", func() kit.Work { return &jobs.ToSink{Send: transform} })
}

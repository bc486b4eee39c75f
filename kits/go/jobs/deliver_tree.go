// Adapter for `deliver_tree`: send all files below a folder to stdout as they are.
package main

import (
	"jobs"
	"kit"
)

func main() {
	kit.Main("deliver_tree", func() kit.Work { return &jobs.ToSink{Send: deliverTree} })
}

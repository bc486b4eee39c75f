// Adapter for `deliver`: send a whole file to stdout as it is.
package main

import (
	"jobs"
	"kit"
)

func main() {
	kit.Main("deliver", func() kit.Work { return &jobs.ToSink{Send: deliver} })
}

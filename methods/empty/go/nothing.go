// A function that does nothing, and is called all the same.
// Use it to learn what the kit itself costs per iteration.

package main

//go:noinline
func nothing() {}

// Adapter for `empty`: only the loop and the call, so that its time is what the kit costs.
package main

import "kit"

type job struct{}

func main() {
	kit.Main("empty", func() kit.Work { return job{} })
}

// Iterate calls the method and returns the number of calls.
func (job) Iterate(iterations int) (int, error) {
	for iteration := 0; iteration < iterations; iteration++ {
		nothing()
	}
	return iterations, nil
}

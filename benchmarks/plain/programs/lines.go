// Read a text file line by line: count lines and letters, and sum over the first and last letter of each line.
//
//	lines METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
//
// README.md says what these are, and what it prints.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func scanner(path string) int {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	lines, letters, sum := 0, 0, 0
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := scanner.Bytes()
		lines++
		letters += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	check(scanner.Err())
	return lines + letters + sum
}

func readString(path string) int {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	lines, letters, sum := 0, 0, 0
	reader := bufio.NewReader(file)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			text := strings.TrimSuffix(line, "\n")
			lines++
			letters += len(text)
			if text != "" {
				sum += int(text[0]) + int(text[len(text)-1])
			}
		}
		if err == io.EOF {
			return lines + letters + sum
		}
		check(err)
	}
}

var names = []string{"scanner", "read_string"}

var methods = map[string]func(path string) int{"scanner": scanner, "read_string": readString}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// The thread that this goroutine is on, and for how long it has waited for a CPU that other processes had, which is not
// so while threads of its own had it; an empty name if the system does not tell.
func waited() (thread string, ns int64) {
	thread, err := os.Readlink("/proc/thread-self")
	if err != nil {
		return "", 0
	}
	told, err := os.ReadFile("/proc/" + thread + "/schedstat")
	if err != nil {
		return "", 0
	}
	fields := strings.Fields(string(told))
	ran, err := strconv.ParseInt(fields[0], 10, 64)
	check(err)
	ns, err = strconv.ParseInt(fields[1], 10, 64)
	check(err)
	var used syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return thread, ns - (used.Utime.Nano() + used.Stime.Nano() - ran)
}

// Take blocks of memory and give them back in another order, as a program does that has worked before.
func useMemory(blocks int) {
	held := make([][]byte, blocks)
	for i := range held {
		held[i] = make([]byte, 1+i*37%120)
	}
	for _, i := range rand.Perm(blocks) {
		held[i] = nil
	}
}

// Have the neighbour on our stdin work for a while, and wait until it is done.
func letNeighbourWork() {
	_, err := os.Stdin.Write([]byte{'w'})
	check(err)
	_, err = os.Stdin.Read(make([]byte, 1))
	check(err)
}

func main() {
	if len(os.Args) < 9 {
		fmt.Println(strings.Join(names, "\n"))
		if len(os.Args) > 1 {
			os.Exit(2)
		}
		return
	}
	method, isKnown := methods[os.Args[1]]
	if !isKnown {
		os.Exit(2)
	}
	file, smaller := os.Args[2], os.Args[8]
	var numbers [5]int
	for i := range numbers {
		number, err := strconv.Atoi(os.Args[3+i])
		check(err)
		numbers[i] = number
	}
	samples, turns, untimed, used, hasNeighbour := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4] != 0
	useMemory(used)
	for turn := 0; turn < untimed; turn++ {
		method(file)
	}
	for sample := 0; sample < samples; sample++ {
		if hasNeighbour {
			letNeighbourWork()
		}
		for turn := 0; smaller != "0" && turn < turns; turn++ {
			method(smaller)
		}
		work := 0
		thread, before := waited()
		begun := time.Now()
		for turn := 0; turn < turns; turn++ {
			work += method(file)
		}
		took := time.Since(begun).Nanoseconds()
		same, after := waited()
		if after < before {
			after = before
		}
		if thread == "" || same != thread {
			fmt.Fprintf(os.Stderr, "%d - %d\n", took, work)
		} else {
			fmt.Fprintf(os.Stderr, "%d %d %d\n", took, after-before, work)
		}
	}
}

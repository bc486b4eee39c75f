// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//
//	append METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
//
// README.md says what these are, and what it prints.
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func open(path string) *os.File {
	out, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	check(err)
	return out
}

func write(path string, text []byte, records int) {
	out := open(path)
	for i := 0; i < records; i++ {
		_, err := out.Write(text)
		check(err)
	}
	check(out.Close())
}

func buffered(path string, text []byte, records int) {
	out := open(path)
	buffer := bufio.NewWriter(out)
	for i := 0; i < records; i++ {
		_, err := buffer.Write(text)
		check(err)
	}
	check(buffer.Flush())
	check(out.Close())
}

var names = []string{"write", "bufio"}

var methods = map[string]func(path string, text []byte, records int){"write": write, "bufio": buffered}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Make an empty log, and return its path.
func fresh(folder, kind string, numbers ...int) string {
	path := folder + "/" + kind
	for _, number := range numbers {
		path += "." + strconv.Itoa(number)
	}
	out, err := os.Create(path)
	check(err)
	check(out.Close())
	return path
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
	if len(os.Args) < 11 {
		fmt.Println(strings.Join(names, "\n"))
		if len(os.Args) > 1 {
			os.Exit(2)
		}
		return
	}
	method, folder, text := methods[os.Args[1]], os.Args[2], []byte(os.Args[3])
	var numbers [7]int
	for i := range numbers {
		number, err := strconv.Atoi(os.Args[4+i])
		check(err)
		numbers[i] = number
	}
	records, samples, turns, untimed, used, hasNeighbour, fewer :=
		numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5] != 0, numbers[6]
	useMemory(used)
	for turn := 0; turn < untimed; turn++ {
		method(fresh(folder, "untimed", turn), text, records)
	}
	for sample := 0; sample < samples; sample++ {
		if hasNeighbour {
			letNeighbourWork()
		}
		for turn := 0; fewer > 0 && turn < turns; turn++ {
			method(fresh(folder, "fewer", sample, turn), text, fewer)
		}
		logs := make([]string, turns)
		for turn := range logs {
			logs[turn] = fresh(folder, "log", sample, turn)
		}
		thread, before := waited()
		begun := time.Now()
		for _, path := range logs {
			method(path, text, records)
		}
		took := time.Since(begun).Nanoseconds()
		same, after := waited()
		if after < before {
			after = before
		}
		if thread == "" || same != thread {
			fmt.Fprintf(os.Stderr, "%d -\n", took)
		} else {
			fmt.Fprintf(os.Stderr, "%d %d\n", took, after-before)
		}
	}
}

// Read pieces of a file at random offsets: sum over the newlines and the first and last byte of each piece.
//
//	random_reads METHOD FILE PIECE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
//
// README.md says what these are, and what it prints.
package main

import (
	"bytes"
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

func sumOf(piece []byte) int {
	return bytes.Count(piece, []byte{'\n'}) + int(piece[0]) + int(piece[len(piece)-1])
}

func readAt(path string, offsets []int, pieceBytes int) int {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	sum, piece := 0, make([]byte, pieceBytes)
	for _, offset := range offsets {
		_, err := file.ReadAt(piece, int64(offset))
		check(err)
		sum += sumOf(piece)
	}
	return sum
}

func seekReadFull(path string, offsets []int, pieceBytes int) int {
	file, err := os.Open(path)
	check(err)
	defer file.Close()
	sum, piece := 0, make([]byte, pieceBytes)
	for _, offset := range offsets {
		_, err := file.Seek(int64(offset), io.SeekStart)
		check(err)
		_, err = io.ReadFull(file, piece)
		check(err)
		sum += sumOf(piece)
	}
	return sum
}

// The offsets that a file is read at, known before anything is timed.
func offsetsOf(path string) []int {
	list, err := os.ReadFile(path + ".offsets")
	check(err)
	var offsets []int
	for _, word := range strings.Fields(string(list)) {
		offset, err := strconv.Atoi(word)
		check(err)
		offsets = append(offsets, offset)
	}
	return offsets
}

var names = []string{"read_at", "seek_read_full"}

var methods = map[string]func(path string, offsets []int, pieceBytes int) int{
	"read_at":        readAt,
	"seek_read_full": seekReadFull,
}

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
	if len(os.Args) < 10 {
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
	file, smaller := os.Args[2], os.Args[9]
	var numbers [6]int
	for i := range numbers {
		number, err := strconv.Atoi(os.Args[3+i])
		check(err)
		numbers[i] = number
	}
	pieceBytes, samples, turns, untimed, used := numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
	hasNeighbour := numbers[5] != 0
	useMemory(used)
	offsets := offsetsOf(file)
	var fewer []int
	if smaller != "0" {
		fewer = offsetsOf(smaller)
	}
	for turn := 0; turn < untimed; turn++ {
		method(file, offsets, pieceBytes)
	}
	for sample := 0; sample < samples; sample++ {
		if hasNeighbour {
			letNeighbourWork()
		}
		for turn := 0; smaller != "0" && turn < turns; turn++ {
			method(smaller, fewer, pieceBytes)
		}
		work := 0
		thread, before := waited()
		begun := time.Now()
		for turn := 0; turn < turns; turn++ {
			work += method(file, offsets, pieceBytes)
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

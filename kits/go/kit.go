// Package kit is the Go kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.
package kit

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

const (
	protocol = 1
	requests = 3
	replies  = 4
)

// An error repeats no more bytes of a word from outside than this.
const mostShown = 40

// Clock readings that are searched for the smallest step.
const clockReadings = 1000

// A worker sleeps until this long before a start time, and then only looks at the clock.
const awakeBeforeNS = 1_000_000

// ---- Requests

// BadRequest is a request that the contract does not allow; it says why.
type BadRequest string

func (bad BadRequest) Error() string { return string(bad) }

// refuse ends the work on a request; serve answers it.
func refuse(format string, values ...any) {
	panic(BadRequest(fmt.Sprintf(format, values...)))
}

func shown(word string) string {
	if len(word) > mostShown {
		return word[:mostShown]
	}
	return word
}

// Pairs are those of a request. What should be there and is not ends the work on it.
type Pairs struct {
	pairs map[string]string
	own   string // the beginning of keys of which the work and its lead-in have one each
}

// Has tells if a key is there.
func (pairs Pairs) Has(key string) bool {
	_, has := pairs.pairs[key]
	return has
}

// Text is the value of a key that must be there.
func (pairs Pairs) Text(key string) string {
	if !pairs.Has(key) {
		refuse("%s is missing", key)
	}
	return pairs.pairs[key]
}

// Integer is the value of a key that must be there and be a whole number of least or more.
func (pairs Pairs) Integer(key string, least int) int {
	text := pairs.Text(key)
	number, err := strconv.ParseUint(text, 10, 63)
	if err != nil || len(text) > 18 || int(number) < least {
		refuse("%s is '%s', not a whole number of %d or more", key, shown(text), least)
	}
	return int(number)
}

// Choice is the value of a key that must be there and be one of some words.
func (pairs Pairs) Choice(key string, choices ...string) string {
	text := pairs.Text(key)
	for _, choice := range choices {
		if text == choice {
			return text
		}
	}
	refuse("%s is '%s', not %s", key, shown(text), strings.Join(choices, " or "))
	return ""
}

// OwnText is the text of KEY, or for the lead-in that of lead_KEY.
func (pairs Pairs) OwnText(key string) string { return pairs.Text(pairs.own + key) }

// OwnInteger is the number of KEY, or for the lead-in that of lead_KEY.
func (pairs Pairs) OwnInteger(key string, least int) int { return pairs.Integer(pairs.own+key, least) }

var pairWord = regexp.MustCompile(`^([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%[0-9A-Fa-f]{2})*)$`)

// decode takes the verb and the pairs out of a line.
func decode(line string) (string, Pairs) {
	words := strings.Split(line, " ")
	pairs := Pairs{pairs: map[string]string{}}
	for _, word := range words[1:] {
		found := pairWord.FindStringSubmatch(word)
		if found == nil || strings.Contains(found[2], "%00") {
			refuse("'%s' is no key=value", shown(word))
		}
		key := found[1]
		if pairs.Has(key) {
			refuse("%s comes twice", key)
		}
		pairs.pairs[key], _ = url.PathUnescape(found[2])
	}
	return words[0], pairs
}

// ---- Replies

// Value is one of a reply: its key, and a text or a number.
type Value struct {
	Key string
	Is  any
}

var notPlain = regexp.MustCompile(`[^A-Za-z0-9._~/:,+-]`)

// encode makes a line of a reply.
func encode(verb string, values ...Value) string {
	line := verb
	for _, value := range values {
		line += " " + value.Key + "=" + notPlain.ReplaceAllStringFunc(fmt.Sprint(value.Is), escaped)
	}
	return line + "\n"
}

func escaped(letter string) (text string) {
	for index := 0; index < len(letter); index++ {
		text += fmt.Sprintf("%%%02X", letter[index])
	}
	return text
}

// reasonOf tells an error in one line: the path and the system's words without Go's around them, or its own words.
func reasonOf(err error) string {
	var code syscall.Errno
	if !errors.As(err, &code) {
		return err.Error()
	}
	words := code.Error()
	words = strings.ToUpper(words[:1]) + words[1:] // as the system begins them
	switch failed := err.(type) {
	case *fs.PathError:
		return failed.Path + ": " + words
	case *os.LinkError:
		return failed.New + ": " + words
	case *os.SyscallError, syscall.Errno:
		return words
	}
	return err.Error() // the method's own, around the system's
}

// ---- Clock

var (
	started   = time.Now()
	startedNS = systemNS() - int64(time.Since(started))
)

// NowNS is the time of the system's monotonic clock, as other processes read it.
func NowNS() int64 { return startedNS + int64(time.Since(started)) }

// systemNS asks the system itself, which takes longer.
func systemNS() int64 {
	const monotonic = 1
	var now syscall.Timespec
	_, _, code := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&now)), 0)
	if code != 0 {
		panic(code)
	}
	return now.Nano()
}

// clockStepNS is the smallest step of the clock that was seen.
func clockStepNS() int64 {
	least := int64(1_000_000)
	for before, reading := NowNS(), 0; reading < clockReadings; reading++ {
		now := NowNS()
		if step := now - before; 0 < step && step < least {
			least = step
		}
		before = now
	}
	return least
}

// waitUntil returns at a time of the clock, at once if it has passed; a sleep alone would end late.
func waitUntil(startNS int64) {
	for leftNS := startNS - awakeBeforeNS - NowNS(); leftNS > 0; leftNS = startNS - awakeBeforeNS - NowNS() {
		time.Sleep(time.Duration(leftNS))
	}
	for NowNS() < startNS {
	}
}

// ---- Counters

// counts are what the scheduler says of a thread: its time on a CPU, and its time runnable but not running.
type counts struct{ ranNS, queueNS int64 }

// scheduled is a process as the scheduler counts it, thread by thread.
type scheduled struct {
	folder  string
	threads *os.File            // the list of them, which changes; nil: the first one is all
	files   map[string]*os.File // kept open, so that the calls that read them can be told from those of the work
}

func scheduledOf(process string, withThreads bool) *scheduled {
	found := &scheduled{folder: "/proc/" + process + "/", files: map[string]*os.File{}}
	if withThreads {
		found.threads, _ = os.Open(found.folder + "task")
	}
	return found
}

// read counts each thread; none if the system does not say.
func (process *scheduled) read() map[string]counts {
	names := []string{"."}
	if process.threads != nil {
		if _, err := process.threads.Seek(0, 0); err == nil {
			names, _ = process.threads.Readdirnames(-1)
		}
	}
	found := make(map[string]counts, len(names))
	for _, name := range names {
		if _, isOpen := process.files[name]; !isOpen {
			path := process.folder
			if process.threads != nil {
				path += "task/"
			}
			process.files[name], _ = os.Open(path + name + "/schedstat")
		}
		var text [100]byte
		length, _ := process.files[name].ReadAt(text[:], 0)
		numbers := strings.Fields(string(text[:length]))
		if len(numbers) < 2 {
			continue
		}
		ranNS, _ := strconv.ParseInt(numbers[0], 10, 64)
		queueNS, _ := strconv.ParseInt(numbers[1], 10, 64)
		if ranNS > 0 { // a system that does not count says 0
			found[name] = counts{ranNS, queueNS}
		}
	}
	return found
}

// between sums what was counted between two readings; false if the system does not say. The work may go from thread to
// thread, and is never in two: one that hardly ran, such as the one that watches the others, waited for none of it.
func between(before, after map[string]counts) (found counts, told bool) {
	const hardly = 8
	var most int64
	for name, now := range after {
		most = max(most, now.ranNS-before[name].ranNS)
	}
	for name, now := range after {
		ranNS := now.ranNS - before[name].ranNS
		found.ranNS += ranNS
		if ranNS*hardly >= most {
			found.queueNS += now.queueNS - before[name].queueNS
		}
	}
	return found, len(after) > 0
}

func max(one, other int64) int64 {
	if one > other {
		return one
	}
	return other
}

func usage() (found syscall.Rusage) {
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &found)
	return found
}

// spent are the resources used between two readings.
func spent(before, after *syscall.Rusage) []Value {
	return []Value{
		{"user_ns", after.Utime.Nano() - before.Utime.Nano()},
		{"system_ns", after.Stime.Nano() - before.Stime.Nano()},
		{"voluntary_switches", after.Nvcsw - before.Nvcsw},
		{"involuntary_switches", after.Nivcsw - before.Nivcsw},
		{"minor_faults", after.Minflt - before.Minflt},
		{"major_faults", after.Majflt - before.Majflt},
		{"device_read_bytes", (after.Inblock - before.Inblock) * 512},
	}
}

// collections counts how often garbage is collected from now on, if a request asks for it; what it returns tells that.
func collections(pairs Pairs) func() []Value {
	if !pairs.Has("collections") {
		return func() []Value { return nil }
	}
	var before, after debug.GCStats
	debug.ReadGCStats(&before)
	return func() []Value {
		debug.ReadGCStats(&after)
		stoppedNS := (after.PauseTotal - before.PauseTotal).Nanoseconds()
		return []Value{{"collections", after.NumGC - before.NumGC}, {"gc_ns", stoppedNS}}
	}
}

// ---- Windows

// Window is a span of time that is filled with work. Pieces of it begin before EndNS; they are due every so many ns, or
// (0) one follows the other.
type Window struct {
	StartNS, EndNS, EveryNS int64
	Moments                 []int64 // when each piece of work (a record, or an iteration) began and was done
}

// Next waits until the next piece of work is due, counted from 0, and tells when it was; false if the window is over.
func (window *Window) Next(number int) (dueNS int64, is bool) {
	if window.EveryNS == 0 {
		now := NowNS()
		return now, now < window.EndNS
	}
	dueNS = window.StartNS + int64(number)*window.EveryNS
	if dueNS >= window.EndNS {
		return 0, false
	}
	waitUntil(dueNS)
	return dueNS, NowNS() < window.EndNS
}

// write stores the moments in a file, as integers of the machine.
func (window *Window) write(path string) error {
	var raw []byte
	if len(window.Moments) > 0 {
		raw = unsafe.Slice((*byte)(unsafe.Pointer(&window.Moments[0])), 8*len(window.Moments))
	}
	return os.WriteFile(path, raw, 0o644)
}

// windowOf is the window of a request, nil if it has none.
func windowOf(pairs Pairs) *Window {
	if !pairs.Has("end_ns") {
		return nil
	}
	pairs.Text("moments")
	window := Window{StartNS: int64(pairs.Integer("start_ns", 0)), EndNS: int64(pairs.Integer("end_ns", 1))}
	if pairs.Has("every_ns") {
		window.EveryNS = int64(pairs.Integer("every_ns", 1))
	}
	return &window
}

// ---- Heap

// Every so many pieces one is kept, so that the heap does not shrink to what it was.
const keptOf = 64

// A piece for which an allocator does all that it put off when others were given back.
const largeBytes = 65_536

var (
	kept  [][]byte
	large []byte // not nil for an instant, so that it is really taken
)

// useHeap takes memory in pieces and gives most of it back; it returns the bytes of all pieces.
func useHeap(heapBytes int) int {
	var pieces [][]byte
	taken := 0
	for taken < heapBytes {
		piece := make([]byte, 16+97*len(pieces)%1000)
		for index := range piece {
			piece[index] = 'x'
		}
		pieces = append(pieces, piece)
		taken += len(piece)
	}
	for index := 0; index < len(pieces); index += keptOf {
		kept = append(kept, pieces[index])
	}
	pieces = nil
	runtime.GC() // or it would be given back whenever the collector runs, within the work
	large = make([]byte, largeBytes)
	large = nil
	return taken
}

// ---- Adapters

// Work is an adapter: it does so many iterations of a job and returns the work of all of them. What else it has of
// these it does as well; kit.Main makes two of it, the work and its lead-in.
type Work interface {
	Iterate(iterations int) (work int, err error)
}

type (
	preparer interface{ Prepare(pairs Pairs) error }    // takes over the paths and sizes of a level
	arranger interface{ Arrange(iterations int) }       // makes what must exist before the work
	filler   interface{ Fill(*Window) (int, error) }    // fills a window with work
	checker  interface{ Check(Pairs) ([]Value, error) } // does one iteration, and tells what proves it
	crasher  interface{ Crash(after int) error }        // does one iteration in the middle of which the process ends
	prover   interface{ Proof() int64 }                 // the number that all of the last iterations gave
)

func prepare(work Work, pairs Pairs) error {
	if own, has := work.(preparer); has {
		return own.Prepare(pairs)
	}
	return nil
}

func arrange(work Work, iterations int) {
	if own, has := work.(arranger); has {
		own.Arrange(iterations)
	}
}

// fill fills a window iteration by iteration, if the adapter knows no better.
func fill(work Work, window *Window) (int, error) {
	if own, has := work.(filler); has {
		return own.Fill(window)
	}
	prover, hasProof := work.(prover)
	var proof int64
	all := 0
	for number := 0; ; number++ {
		beganNS, is := window.Next(number)
		if !is {
			return all, nil
		}
		done, err := work.Iterate(1)
		if err != nil {
			return 0, err
		}
		all += done
		window.Moments = append(window.Moments, beganNS, NowNS())
		if hasProof {
			if number > 0 && prover.Proof() != proof {
				return 0, BadRequest("iterations gave unlike results")
			}
			proof = prover.Proof()
		}
	}
}

func check(work Work, pairs Pairs) ([]Value, error) {
	if own, has := work.(checker); has {
		return own.Check(pairs)
	}
	arrange(work, 1)
	if pairs.Has("crash_after") {
		if err := crash(work, pairs.Integer("crash_after", 0)); err != nil {
			return nil, err
		}
	}
	done, err := work.Iterate(1)
	return []Value{{"work", done}}, err
}

func crash(work Work, after int) error {
	if own, has := work.(crasher); has {
		return own.Crash(after)
	}
	return BadRequest("crash_after is not for this job")
}

// Numbered are so many texts that end in a number from 0 on.
func Numbered(prefix string, count int) []string {
	texts := make([]string, count)
	for index := range texts {
		texts[index] = prefix + strconv.Itoa(index)
	}
	return texts
}

// Outputs are the outputs of so many iterations.
func Outputs(prefix string, iterations int) []string { return Numbered(prefix+".", iterations) }

// Letters are so many bytes, the letters from a to z again and again, and an end.
func Letters(size int, end string) []byte {
	letters := make([]byte, size, size+len(end))
	for index := range letters {
		letters[index] = byte('a' + index%26)
	}
	return append(letters, end...)
}

// Numbers are the numbers of a file that has one in each line.
func Numbers(path string) ([]int, error) {
	lines, err := pieces(path, "\n")
	numbers := make([]int, len(lines))
	for index, line := range lines {
		if err == nil {
			numbers[index], err = strconv.Atoi(line)
		}
	}
	return numbers, err
}

// Texts are the texts of a file in which a zero byte follows each.
func Texts(path string) ([]string, error) { return pieces(path, "\x00") }

// pieces are what a file holds before each of these ends.
func pieces(path, end string) ([]string, error) {
	content, err := os.ReadFile(path)
	all := strings.Split(string(content), end)
	return all[:len(all)-1], err
}

// Crashing hands out so many of what next gives. If one more is asked for, this process ends at once and leaves
// everything as it is.
func Crashing[Item any](next func() (Item, bool), count int) func() (Item, bool) {
	return func() (item Item, more bool) {
		if count > 0 {
			count--
			item, more = next()
		}
		if !more {
			_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
			os.Exit(1) // the first process of a sandbox is spared that signal
		}
		return item, more
	}
}

// ---- Verbs

// worker does the five verbs.
type worker struct {
	job          string
	work, leadIn Work
	isPrepared   bool
	own          *scheduled
	readers      map[int]*scheduled
}

// answer is the reply to a request, as a line.
func (kit *worker) answer(verb string, pairs Pairs) (string, error) {
	switch verb {
	case "hello":
		return encode("hello", kit.hello(pairs)...), nil
	case "prepare":
		return encode("ready"), kit.prepare(pairs)
	case "measure":
		collected := collections(pairs)
		values, err := kit.measure(pairs)
		return encode("sample", append(values, collected()...)...), err
	case "check":
		kit.requirePrepared("check")
		values, err := check(kit.work, pairs)
		return encode("checked", values...), err
	case "bye":
		return encode("bye"), nil
	}
	return "", BadRequest("unknown verb '" + shown(verb) + "'")
}

func (kit *worker) hello(pairs Pairs) []Value {
	if version := pairs.Integer("protocol", 0); version != protocol {
		refuse("protocol is %d, this kit speaks %d", version, protocol)
	}
	figures := []Value{
		{"protocol", protocol},
		{"language", "go"},
		{"runtime", "Go " + strings.TrimPrefix(runtime.Version(), "go")},
		{"clock_step_ns", clockStepNS()},
	}
	if pairs.Has("heap_bytes") {
		figures = append(figures, Value{"heap_bytes", useHeap(pairs.Integer("heap_bytes", 0))})
	}
	return figures
}

func (kit *worker) prepare(pairs Pairs) error {
	kit.isPrepared = false // a request that fails midway leaves nothing to measure
	if job := pairs.Text("job"); job != kit.job {
		refuse("job is '%s', this worker does '%s'", shown(job), kit.job)
	}
	if err := prepare(kit.work, pairs); err != nil {
		return err
	}
	pairs.own = "lead_"
	err := prepare(kit.leadIn, pairs)
	kit.isPrepared = err == nil
	return err
}

func (kit *worker) measure(pairs Pairs) ([]Value, error) {
	kit.requirePrepared("measure")
	iterations, leadIn := pairs.Integer("iterations", 1), pairs.Integer("lead_in", 0)
	startNS := 0
	if pairs.Has("start_ns") {
		startNS = pairs.Integer("start_ns", 0)
	}
	window, reader, work, own := windowOf(pairs), kit.readerOf(pairs), kit.work, kit.own
	arrange(work, iterations)
	if leadIn > 0 {
		arrange(kit.leadIn, leadIn)
		if _, err := kit.leadIn.Iterate(leadIn); err != nil {
			return nil, err
		}
	}
	waitUntil(int64(startNS))
	// The queue is read next to the clock: getrusage() may find that the worker's turn is over, and the wait for the
	// next one is no part of the work.
	before := usage()
	readerBefore := reader.read()
	ownBefore := own.read()
	beganNS := NowNS()
	var done int
	var err error
	if window == nil {
		done, err = work.Iterate(iterations)
	} else {
		done, err = fill(work, window)
	}
	endedNS := NowNS()
	ownAfter := own.read()
	readerAfter := reader.read()
	after := usage()
	if err != nil {
		return nil, err
	}
	figures := append([]Value{{"wall_ns", endedNS - beganNS}, {"work", done}}, spent(&before, &after)...)
	if of, told := between(ownBefore, ownAfter); told {
		figures = append(figures, Value{"queue_ns", of.queueNS})
	}
	if of, told := between(readerBefore, readerAfter); told {
		figures = append(figures, Value{"reader_ns", of.ranNS}, Value{"reader_queue_ns", of.queueNS})
	}
	if proven, has := work.(prover); has {
		figures = append(figures, Value{"proof", proven.Proof()})
	}
	if window != nil {
		err = window.write(pairs.Text("moments"))
		figures = append(figures, Value{"began_ns", beganNS})
	}
	return figures, err
}

// readerOf is the reader that a request names; one that tells nothing if it names none.
func (kit *worker) readerOf(pairs Pairs) *scheduled {
	if !pairs.Has("reader") {
		return &scheduled{files: map[string]*os.File{".": nil}}
	}
	process := pairs.Integer("reader", 1)
	if kit.readers[process] == nil {
		kit.readers[process] = scheduledOf(strconv.Itoa(process), false)
	}
	return kit.readers[process]
}

func (kit *worker) requirePrepared(verb string) {
	if !kit.isPrepared {
		refuse("%s before prepare", verb)
	}
}

// ---- The worker

// replyTo answers a line; what the method or the request is guilty of becomes an error.
func (kit *worker) replyTo(line string) (verb, reply string) {
	defer func() {
		if panicked := recover(); panicked != nil {
			if _, isOurs := panicked.(BadRequest); !isOurs {
				fmt.Fprintf(os.Stderr, "%v\n%s", panicked, debug.Stack()) // a mistake in a method is found by its line
			}
			verb, reply = "error", encode("error", Value{"message", fmt.Sprint(panicked)})
		}
	}()
	verb, pairs := decode(line)
	reply, err := kit.answer(verb, pairs)
	if err != nil {
		return "error", encode("error", Value{"message", reasonOf(err)})
	}
	return verb, reply
}

// Main serves the job of that name until a request is `bye` or there are no more; each call of make gives an adapter.
func Main(job string, make func() Work) {
	kit := worker{job: job, work: make(), leadIn: make(), own: scheduledOf("self", true), readers: map[int]*scheduled{}}
	lines, out := bufio.NewReader(os.NewFile(requests, "requests")), os.NewFile(replies, "replies")
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		verb, reply := kit.replyTo(line[:len(line)-1])
		if _, err := out.WriteString(reply); err != nil || verb == "bye" {
			return
		}
	}
}

// Package jobs has what adapters of several jobs need: the records of several writers.
package jobs

import (
	"fmt"
	"kit"
	"unsafe"
)

// A tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
const tagBytes = 16

// A record's bytes stay as they are until this many more have been asked for.
const recordsKept = 64

// Tags are the records of one writer of several that write to one file within a window, bytes or text. A record is `#`,
// then its tag again and again, so that every part of it tells whose it is.
type Tags[Record []byte | string] struct {
	tag    []byte
	slots  [recordsKept][]byte
	slot   int
	body   int
	window *kit.Window
}

// NewTags makes them; it refuses records that have no room for a tag.
func NewTags[Record []byte | string](writer, recordBytes int, end string) (*Tags[Record], error) {
	tags := &Tags[Record]{tag: []byte(fmt.Sprintf("%02d.%012d ", writer, 0)), body: recordBytes - 1 - len(end)}
	if writer > 99 || tags.body < tagBytes {
		return nil, kit.BadRequest(fmt.Sprintf("no tag of writer %d fits into record_bytes=%d", writer, recordBytes))
	}
	for index := range tags.slots {
		tags.slots[index] = append(make([]byte, recordBytes-len(end)), end...)
		tags.slots[index][0] = '#'
	}
	return tags, nil
}

// Fill calls a method again and again, each time with as many records as one call writes, and returns all of them.
// Tags are nil without a writer.
func (tags *Tags[Record]) Fill(
	window *kit.Window, method func(string, func() (Record, bool)) (int, error), path string, count int,
) (written int, err error) {
	if tags == nil {
		return 0, kit.BadRequest("end_ns needs prepare with writer")
	}
	tags.window = window
	copy(tags.tag[3:], "000000000000") // each window counts from 0
	for number := 0; ; number++ {
		dueNS, is := window.Next(number)
		if !is {
			return written, nil
		}
		records, err := method(path, tags.records(dueNS, count))
		if err != nil {
			return 0, err
		}
		tags.takeBack() // the method may not have asked for more
		written += records
	}
}

// records hands out the records of one call, one each time it is called, and false after the last; it notes when each
// was handed out (or due) and when it was done.
func (tags *Tags[Record]) records(dueNS int64, count int) func() (Record, bool) {
	window, left := tags.window, count
	return func() (record Record, is bool) {
		tags.takeBack()
		if kit.NowNS() >= window.EndNS || left == 0 {
			return record, false
		}
		left--
		record = tags.write()
		if window.EveryNS == 0 {
			dueNS = kit.NowNS()
		}
		window.Moments = append(window.Moments, dueNS)
		return record, true
	}
}

// takeBack notes that the record that is out is done, if there is one.
func (tags *Tags[Record]) takeBack() {
	if len(tags.window.Moments)%2 == 1 {
		tags.window.Moments = append(tags.window.Moments, kit.NowNS())
	}
}

// write writes the tag's record to the next slot, and turns the tag into the next record's.
func (tags *Tags[Record]) write() Record {
	record := tags.slots[tags.slot]
	tags.slot = (tags.slot + 1) % recordsKept
	body := record[1 : 1+tags.body]
	for done := copy(body, tags.tag); done < len(body); done *= 2 {
		copy(body[done:], body[:done])
	}
	for digit := tagBytes - 2; digit > 2; digit-- {
		if tags.tag[digit]++; tags.tag[digit] <= '9' {
			break
		}
		tags.tag[digit] = '0'
	}
	// The slot itself, as text without a copy of it: a string begins as a slice does.
	return *(*Record)(unsafe.Pointer(&record))
}

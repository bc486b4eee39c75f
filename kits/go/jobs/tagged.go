package jobs

import (
	"fmt"
	"kit"
)

// A tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
const tagBytes = 16

// A record's bytes stay as they are until this many more have been asked for.
const recordsKept = 64

// Tags are the records of one writer of several that append to one file within a window. A record is `#`, then its tag
// again and again, so that every part of it tells whose it is.
type Tags struct {
	tag    []byte
	slots  [recordsKept][]byte
	slot   int
	body   int
	window *kit.Window
}

// NewTags makes them; it refuses records that have no room for a tag.
func NewTags(writer, recordBytes int, end string) (*Tags, error) {
	tags := &Tags{tag: []byte(fmt.Sprintf("%02d.%012d ", writer, 0)), body: recordBytes - 1 - len(end)}
	if writer > 99 || tags.body < tagBytes {
		return nil, kit.BadRequest(fmt.Sprintf("no tag of writer %d fits into record_bytes=%d", writer, recordBytes))
	}
	for index := range tags.slots {
		tags.slots[index] = append(make([]byte, recordBytes-len(end)), end...)
		tags.slots[index][0] = '#'
	}
	return tags, nil
}

// Begin begins a window: records are counted from 0 again.
func (tags *Tags) Begin(window *kit.Window) {
	tags.window = window
	copy(tags.tag[3:], "000000000000")
}

// Records hands out the records of one call, one each time it is called, and false after the last; it notes when each
// was handed out (or due) and when it was done.
func (tags *Tags) Records(dueNS int64, count int) func() ([]byte, bool) {
	window, left := tags.window, count
	return func() ([]byte, bool) {
		tags.TakeBack()
		if kit.NowNS() >= window.EndNS || left == 0 {
			return nil, false
		}
		left--
		record := tags.write()
		if window.EveryNS == 0 {
			dueNS = kit.NowNS()
		}
		window.Moments = append(window.Moments, dueNS)
		return record, true
	}
}

// TakeBack notes that the record that is out is done, if there is one.
func (tags *Tags) TakeBack() {
	if len(tags.window.Moments)%2 == 1 {
		tags.window.Moments = append(tags.window.Moments, kit.NowNS())
	}
}

// write writes the tag's record to the next slot, and turns the tag into the next record's.
func (tags *Tags) write() []byte {
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
	return record
}

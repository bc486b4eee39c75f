// ReadAt() of 4 KiB at once from the end, in which newlines are looked for; a CR before one is no part of a line.
// Use it for a file of any size that may come from Windows: what lies before the lines is not read.
// called: ReadAt() from the end and bytes.TrimSuffix()
// parameters: piece_bytes 512..1048576
// decodes: no
// splits: at LF
// ending: CRLF dropped
// memory: the lines

package main

import (
	"bytes"
	"io"
	"os"
)

const pieceBytes = 4096

// addLines counts the lines of a text, the last of which may have no end.
func addLines(text []byte) (lines, length, sum int) {
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = bytes.TrimSuffix(text[:end], []byte("\r")), text[end+1:]
		} else {
			text = nil
		}
		lines++
		length += len(line)
		if len(line) > 0 {
			sum += int(line[0]) + int(line[len(line)-1])
		}
	}
	return lines, length, sum
}

// findBegin returns where the last lines begin.
func findBegin(file *os.File, size int64, wanted int) (int64, error) {
	piece := make([]byte, pieceBytes)
	for end := size - 1; end > 0; { // the last byte is of the last line, be it its end
		piece = piece[:min(end, pieceBytes)]
		end -= int64(len(piece))
		if _, err := file.ReadAt(piece, end); err != nil {
			return 0, err
		}
		for at := bytes.LastIndexByte(piece, '\n'); at >= 0; at = bytes.LastIndexByte(piece[:at], '\n') {
			if wanted--; wanted == 0 {
				return end + int64(at) + 1, nil
			}
		}
	}
	return 0, nil
}

func tailLines(path string, wanted int) (lines, length, sum int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, 0, err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return 0, 0, 0, err
	}
	begin, err := findBegin(file, about.Size(), wanted)
	if err != nil {
		return 0, 0, 0, err
	}
	text := make([]byte, about.Size()-begin)
	if _, err := file.ReadAt(text, begin); err != nil && err != io.EOF {
		return 0, 0, 0, err
	}
	lines, length, sum = addLines(text)
	return lines, length, sum, nil
}

// atomic.WriteFile() of natefinch, which does Sync() and os.Rename(), with the permissions of the old file.
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: natefinch's atomic.WriteFile()
// tags: by-name
// needs: package natefinch-atomic
// atomic: yes
// durable: content
// keeps: permissions

package main

import (
	"bytes"

	"github.com/natefinch/atomic"
)

func replaceFile(path string, content []byte) error {
	return atomic.WriteFile(path, bytes.NewReader(content))
}

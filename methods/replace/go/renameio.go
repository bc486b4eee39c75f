// renameio.WriteFile(), which does Sync() and os.Rename(), with the permissions of the old file if asked.
// Use it when others read the file: they find the old content or the new, whole.
// A power cut may bring the old content back, but leaves no half.
// called: renameio.WriteFile()
// tags: by-name
// needs: package renameio
// atomic: yes
// durable: content
// keeps: permissions

package main

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

func replaceFile(path string, content []byte) error {
	here := renameio.WithTempDir(filepath.Dir(path)) // without it each call tries first if $TMPDIR is on the same disk
	return renameio.WriteFile(path, content, 0o644, here, renameio.WithExistingPermissions())
}

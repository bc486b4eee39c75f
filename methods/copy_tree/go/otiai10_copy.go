// copy.Copy() of otiai10/copy, which keeps permissions.
// Use it for its options: times, filters, several copies at once, and what becomes of links and of a folder that is there.
// called: otiai10/copy
// needs: package otiai10-copy
// links: kept
// mode: kept
// times: not kept
// existing: merged
// unreadable: stops
// any_name: yes

package main

import "github.com/otiai10/copy"

func copyTree(source, target string) error {
	return copy.Copy(source, target)
}

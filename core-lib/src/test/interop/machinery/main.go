// Command machinery asks Talos' own code about the files that Talosforge writes.
//
// It is built once for each version of Talos, outside the repository, by the tests of core-lib with
// the tag "interop". Each command works on the files of one directory and writes its answers there.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// commands are the questions by name; other files of this directory add theirs.
var commands = map[string]func(dir string) error{}

func main() {
	if len(os.Args) != 3 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: machinery COMMAND DIRECTORY")
		os.Exit(2)
	}

	if err := commands[os.Args[1]](os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer writes a value as JSON.
func answer(dir, name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}

	return os.WriteFile(filepath.Join(dir, name), text, 0o600)
}

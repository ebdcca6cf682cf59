package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
	"github.com/siderolabs/talos/pkg/machinery/config/configpatcher"
)

func init() {
	commands["patch"] = patch
}

// patch applies NAME.patch1, NAME.patch2 and so on to every NAME.yaml, and writes NAME.patched or,
// if Talos refuses, NAME.refused.
func patch(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return err
	}

	for _, file := range files {
		stem := file[:len(file)-len(".yaml")]

		out, err := patched(file, stem)
		if err != nil {
			err = os.WriteFile(stem+".refused", []byte(err.Error()), 0o600)
		} else {
			err = os.WriteFile(stem+".patched", out, 0o600)
		}

		if err != nil {
			return err
		}
	}

	return nil
}

func patched(file, stem string) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()

	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}

	cfg, err := configloader.NewFromBytes(text)
	if err != nil {
		return nil, err
	}

	names, err := filepath.Glob(stem + ".patch*")
	if err != nil {
		return nil, err
	}

	sort.Strings(names)

	var patches []configpatcher.Patch

	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}

		one, err := configpatcher.LoadPatch(text)
		if err != nil {
			return nil, err
		}

		patches = append(patches, one)
	}

	result, err := configpatcher.Apply(configpatcher.WithConfig(cfg), patches)
	if err != nil {
		return nil, err
	}

	return result.Bytes()
}

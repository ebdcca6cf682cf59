package main

import (
	"os"
	"path/filepath"

	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
	"github.com/siderolabs/talos/pkg/machinery/config/encoder"
	"github.com/siderolabs/talos/pkg/machinery/config/validation"
)

// runtimeMode is the kind of machine that a configuration is for.
type runtimeMode struct {
	name     string
	installs bool
}

func (m runtimeMode) String() string        { return m.name }
func (m runtimeMode) RequiresInstall() bool { return m.installs }
func (m runtimeMode) InContainer() bool     { return false }

func init() {
	commands["validate"] = validate
	commands["canonical"] = canonical
}

// validate reads every *.yaml strictly and validates it as a cloud and as a metal machine would;
// validate.json names the errors by file, with warnings taken for errors.
func validate(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return err
	}

	errors := map[string]string{}

	for _, file := range files {
		errors[filepath.Base(file)] = verdict(file)
	}

	return answer(dir, "validate.json", errors)
}

func verdict(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}

	cfg, err := configloader.NewFromBytes(text)
	if err != nil {
		return err.Error()
	}

	for _, mode := range []runtimeMode{{"cloud", false}, {"metal", true}} {
		warnings, err := cfg.Validate(mode, validation.WithLocal(), validation.WithStrict())
		if err != nil {
			return mode.name + ": " + err.Error()
		}

		if len(warnings) > 0 {
			return mode.name + ": warning: " + warnings[0]
		}
	}

	return ""
}

// canonical writes every NAME.yaml as Talos writes it, to NAME.canonical.
func canonical(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return err
	}

	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}

		cfg, err := configloader.NewFromBytes(text)
		if err != nil {
			return err
		}

		out, err := cfg.EncodeBytes(encoder.WithComments(encoder.CommentsDisabled))
		if err != nil {
			return err
		}

		if err := os.WriteFile(file[:len(file)-len(".yaml")]+".canonical", out, 0o600); err != nil {
			return err
		}
	}

	return nil
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"

	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
)

func init() {
	commands["keys"] = keys
}

// keys reads kinds.txt, one kind a line, and writes to keys.txt the keys that this version of Talos
// has in the main document and in documents of these kinds.
func keys(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "kinds.txt"))
	if err != nil {
		return err
	}

	var out bytes.Buffer

	document(&out, "v1alpha1", "version: v1alpha1\nmachine: {}\n")

	for _, kind := range strings.Fields(string(text)) {
		document(&out, kind, "apiVersion: v1alpha1\nkind: "+kind+"\n")
	}

	return os.WriteFile(filepath.Join(dir, "keys.txt"), out.Bytes(), 0o600)
}

// document writes a kind's keys, unless this version does not know the kind.
func document(out *bytes.Buffer, kind, sample string) {
	cfg, err := configloader.NewFromBytes([]byte(sample))
	if err != nil {
		return
	}

	fmt.Fprintf(out, "%s: fields\n", kind)
	fields(out, reflect.TypeOf(cfg.Documents()[0]).Elem(), 1)
}

func fields(out *bytes.Buffer, t reflect.Type, depth int) {
	lines := map[string]string{}

	collect(lines, t, depth)

	names := make([]string, 0, len(lines))
	for name := range lines {
		names = append(names, name)
	}

	sort.Strings(names)

	for _, name := range names {
		out.WriteString(lines[name])
	}
}

func collect(lines map[string]string, t reflect.Type, depth int) {
	for i := range t.NumField() {
		field := t.Field(i)

		tag, ok := field.Tag.Lookup("yaml")
		if strings.HasPrefix(t.Name(), "PEMEncoded") {
			tag, ok = strings.ToLower(field.Name), true
		}

		if !ok || tag == "-" {
			continue
		}

		name, options, _ := strings.Cut(tag, ",")
		if name == "" && strings.Contains(options, "inline") {
			collect(lines, field.Type, depth)

			continue
		}

		var line bytes.Buffer

		fmt.Fprintf(&line, "%s%s: %s", strings.Repeat("  ", depth), name, describe(field.Type))

		if strings.Contains(field.Tag.Get("merge"), "replace") {
			line.WriteString(" replaced")
		}

		line.WriteString("\n")

		if inner := innermost(field.Type); described(inner) == "fields" {
			fields(&line, inner, depth+1)
		}

		lines[name] = line.String()
	}
}

// rules are the lists whose items Talos matches, and by which of their keys.
var rules = map[string]string{
	"NetworkDeviceList":         " by interface deviceSelector",
	"VlanList":                  " by vlanId",
	"AdmissionPluginConfigList": " by name",
	"ConfigFileList":            " by mountPath",
	"ImageVerificationRules":    " replaced by image",
}

// special are the types that read themselves.
var special = map[string]string{
	"Unstructured":                "any",
	"PEMEncodedCertificateAndKey": "fields",
	"PEMEncodedKey":               "fields",
	"PEMEncodedCertificate":       "fields",
	"ArgValue":                    "argument",
	"Duration":                    "duration",
}

// describe names a type: * for what is a pointer, [] for lists, {} for maps.
func describe(t reflect.Type) string {
	switch {
	case t.Name() == "ClusterInlineManifests":
		return "[]fields"
	case described(t) != "":
		return described(t)
	case t.Kind() == reflect.Pointer:
		return "*" + describe(t.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes"
	case t.Kind() == reflect.Slice:
		return "[]" + describe(t.Elem()) + rules[t.Name()]
	case t.Kind() == reflect.Map:
		return "{}" + describe(t.Elem())
	case t.Kind() == reflect.String:
		return "text"
	case t.Kind() == reflect.Bool:
		return "flag"
	}

	return "number"
}

// described names the types that read themselves, and structs.
func described(t reflect.Type) string {
	if name := special[t.Name()]; name != "" {
		return name
	}

	for _, method := range []string{"UnmarshalYAML", "UnmarshalText"} {
		if _, ok := reflect.PointerTo(t).MethodByName(method); ok && t.Name() != "ClusterInlineManifests" {
			return "text"
		}
	}

	if t.Kind() == reflect.Struct {
		return "fields"
	}

	return ""
}

func innermost(t reflect.Type) reflect.Type {
	for described(t) == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map) {
		t = t.Elem()
	}

	return t
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/siderolabs/talos/pkg/machinery/config"
	"github.com/siderolabs/talos/pkg/machinery/config/encoder"
	"github.com/siderolabs/talos/pkg/machinery/config/generate"
	"github.com/siderolabs/talos/pkg/machinery/config/generate/secrets"
	"github.com/siderolabs/talos/pkg/machinery/config/machine"
	"github.com/siderolabs/talos/pkg/machinery/config/types/v1alpha1"
)

// input is what input.json holds.
type input struct {
	ClusterName       string              `json:"clusterName"`
	Endpoint          string              `json:"endpoint"`
	KubernetesVersion string              `json:"kubernetesVersion"`
	TalosVersion      string              `json:"talosVersion"`
	InstallDisk       string              `json:"installDisk"`
	InstallImage      string              `json:"installImage"`
	CertSANs          []string            `json:"certSANs"`
	Mirrors           map[string][]string `json:"mirrors"`
	CNI               string              `json:"cni"`
	Schedule          bool                `json:"allowSchedulingOnControlPlanes"`
}

func init() {
	commands["generate"] = generateConfigs
}

// generateConfigs reads secrets.yaml and input.json and writes controlplane.talos and worker.talos.
func generateConfigs(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "input.json"))
	if err != nil {
		return err
	}

	var in input

	if err = json.Unmarshal(text, &in); err != nil {
		return err
	}

	options, err := in.options(filepath.Join(dir, "secrets.yaml"))
	if err != nil {
		return err
	}

	generator, err := generate.NewInput(in.ClusterName, in.Endpoint, in.KubernetesVersion, options...)
	if err != nil {
		return err
	}

	for _, role := range []machine.Type{machine.TypeControlPlane, machine.TypeWorker} {
		cfg, err := generator.Config(role)
		if err != nil {
			return err
		}

		out, err := cfg.EncodeBytes(encoder.WithComments(encoder.CommentsDisabled))
		if err != nil {
			return err
		}

		if err := os.WriteFile(filepath.Join(dir, role.String()+".talos"), out, 0o600); err != nil {
			return err
		}
	}

	return nil
}

func (in input) options(secretsFile string) ([]generate.Option, error) {
	contract, err := config.ParseContractFromVersion(in.TalosVersion)
	if err != nil {
		return nil, err
	}

	bundle, err := secrets.LoadBundle(secretsFile)
	if err != nil {
		return nil, err
	}

	options := []generate.Option{
		generate.WithVersionContract(contract),
		generate.WithSecretsBundle(bundle),
		generate.WithInstallDisk(in.InstallDisk),
		generate.WithInstallImage(in.InstallImage),
		generate.WithAdditionalSubjectAltNames(in.CertSANs),
		generate.WithAllowSchedulingOnControlPlanes(in.Schedule),
		generate.WithDNSDomain("cluster.local"),
	}

	if in.CNI != "" {
		options = append(options, generate.WithClusterCNIConfig(&v1alpha1.CNIConfig{CNIName: in.CNI}))
	}

	for host, endpoints := range in.Mirrors {
		options = append(options, generate.WithRegistryMirror(host, endpoints...))
	}

	return options, nil
}

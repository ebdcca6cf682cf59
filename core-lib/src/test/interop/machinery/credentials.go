package main

import (
	"bytes"
	"crypto/tls"
	stdx509 "crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gopkg.in/yaml.v3"

	clientconfig "github.com/siderolabs/talos/pkg/machinery/client/config"
	"github.com/siderolabs/talos/pkg/machinery/config"
	"github.com/siderolabs/talos/pkg/machinery/config/generate/secrets"
	"github.com/siderolabs/talos/pkg/machinery/role"
)

func init() {
	commands["credentials"] = credentials
	commands["newsecrets"] = newSecrets
}

// contract is older than every version that this program is built with.
var contract = config.TalosVersion1_8

// credentials reads secrets.yaml, talosconfig and kubeconfig and verifies everything in them;
// credentials.json tells what was found.
func credentials(dir string) error {
	bundle, err := secrets.LoadBundle(filepath.Join(dir, "secrets.yaml"))
	if err != nil {
		return fmt.Errorf("secrets.yaml: %w", err)
	}

	if err = validateBundle(bundle); err != nil {
		return fmt.Errorf("secrets.yaml: %w", err)
	}

	again, err := yaml.Marshal(bundle)
	if err != nil {
		return err
	}

	ours, err := os.ReadFile(filepath.Join(dir, "secrets.yaml"))
	if err != nil {
		return err
	}

	result := map[string]any{
		"clusterId":      bundle.Cluster.ID,
		"sameBytes":      bytes.Equal(again, ours),
		"serviceAccount": pemType(bundle.Certs.K8sServiceAccount.Key),
	}

	for name, pair := range map[string][2][]byte{
		"os":         {bundle.Certs.OS.Crt, bundle.Certs.OS.Key},
		"etcd":       {bundle.Certs.Etcd.Crt, bundle.Certs.Etcd.Key},
		"k8s":        {bundle.Certs.K8s.Crt, bundle.Certs.K8s.Key},
		"aggregator": {bundle.Certs.K8sAggregator.Crt, bundle.Certs.K8sAggregator.Key},
	} {
		if _, err = tls.X509KeyPair(pair[0], pair[1]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}

	admin, err := bundle.GenerateTalosAPIClientCertificate(role.MakeSet(role.Admin))
	if err != nil {
		return fmt.Errorf("signing with our authority: %w", err)
	}

	if result["talosMade"], err = client(bundle.Certs.OS.Crt, admin.Crt, admin.Key); err != nil {
		return fmt.Errorf("certificate that Talos made: %w", err)
	}

	file, err := clientconfig.Open(filepath.Join(dir, "talosconfig"))
	if err != nil {
		return fmt.Errorf("talosconfig: %w", err)
	}

	current := file.Contexts[file.Context]
	ca, crt, key := decode(current.CA), decode(current.Crt), decode(current.Key)

	result["context"] = file.Context
	result["endpoints"] = current.Endpoints
	result["sameAuthority"] = bytes.Equal(ca, bundle.Certs.OS.Crt)

	if result["talosClient"], err = client(ca, crt, key); err != nil {
		return fmt.Errorf("talosconfig: %w", err)
	}

	if result["kubernetesClient"], err = kubernetesClient(dir); err != nil {
		return fmt.Errorf("kubeconfig: %w", err)
	}

	return answer(dir, "credentials.json", result)
}

// validateBundle calls what the version has: nothing before 1.11, and a contract from 1.14 on.
func validateBundle(bundle *secrets.Bundle) error {
	switch validator := any(bundle).(type) {
	case interface{ Validate() error }:
		return validator.Validate()
	case interface {
		Validate(*config.VersionContract) error
	}:
		return validator.Validate(contract)
	default:
		return nil
	}
}

// client verifies a client's certificate and key and tells what Talos would see of it.
func client(ca, crt, key []byte) (map[string]any, error) {
	if _, err := tls.X509KeyPair(crt, key); err != nil {
		return nil, err
	}

	block, _ := pem.Decode(crt)

	leaf, err := stdx509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, err
	}

	roots := stdx509.NewCertPool()
	if !roots.AppendCertsFromPEM(ca) {
		return nil, fmt.Errorf("no authority")
	}

	if _, err = leaf.Verify(stdx509.VerifyOptions{
		Roots:       roots,
		CurrentTime: leaf.NotBefore.Add(time.Minute),
		KeyUsages:   []stdx509.ExtKeyUsage{stdx509.ExtKeyUsageClientAuth},
	}); err != nil {
		return nil, err
	}

	roles, unknown := role.Parse(leaf.Subject.Organization)
	organizations := slices.Clone(leaf.Subject.Organization)
	slices.Sort(organizations)

	return map[string]any{
		"organizations": organizations,
		"commonName":    leaf.Subject.CommonName,
		"roles":         roles.Strings(),
		"unknownRoles":  unknown,
		"onlyClient":    slices.Equal(leaf.ExtKeyUsage, []stdx509.ExtKeyUsage{stdx509.ExtKeyUsageClientAuth}),
		"keyUsage":      int(leaf.KeyUsage),
		"isCA":          leaf.IsCA,
		"constraints":   leaf.BasicConstraintsValid,
		"algorithm":     leaf.SignatureAlgorithm.String(),
		"keyType":       pemType(key),
		"lifetime":      leaf.NotAfter.Sub(leaf.NotBefore).String(),
	}, nil
}

func kubernetesClient(dir string) (map[string]any, error) {
	text, err := os.ReadFile(filepath.Join(dir, "kubeconfig"))
	if err != nil {
		return nil, err
	}

	var file struct {
		Clusters []struct {
			Cluster struct {
				CA string `yaml:"certificate-authority-data"`
			} `yaml:"cluster"`
		} `yaml:"clusters"`
		Users []struct {
			User struct {
				Crt string `yaml:"client-certificate-data"`
				Key string `yaml:"client-key-data"`
			} `yaml:"user"`
		} `yaml:"users"`
	}

	if err = yaml.Unmarshal(text, &file); err != nil {
		return nil, err
	}

	user := file.Users[0].User

	return client(decode(file.Clusters[0].Cluster.CA), decode(user.Crt), decode(user.Key))
}

// newSecrets makes what talosctl gen secrets and gen config make: secrets.yaml and talosconfig.
func newSecrets(dir string) error {
	bundle, err := secrets.NewBundle(secrets.NewClock(), contract)
	if err != nil {
		return err
	}

	text, err := yaml.Marshal(bundle)
	if err != nil {
		return err
	}

	if err = os.WriteFile(filepath.Join(dir, "secrets.yaml"), text, 0o600); err != nil {
		return err
	}

	admin, err := bundle.GenerateTalosAPIClientCertificate(role.MakeSet(role.Admin, role.Reader))
	if err != nil {
		return err
	}

	return clientconfig.NewConfig("theirs", []string{"10.0.0.1"}, bundle.Certs.OS.Crt, admin).
		Save(filepath.Join(dir, "talosconfig"))
}

func pemType(text []byte) string {
	block, _ := pem.Decode(text)
	if block == nil {
		return ""
	}

	return block.Type
}

func decode(text string) []byte {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}

	return decoded
}

// Command etcd runs a real etcd for the tests of core-lib with the tag "interop".
//
//	etcd make DIRECTORY   fills a new etcd and writes its snapshot.db as its client streams it
//	etcd read DIRECTORY   runs the etcd that was restored to restored/
//
// Both write what the etcd holds to a file of JSON: made.json or read.json.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
)

const keys = 300

// holds is what an etcd holds.
type holds struct {
	Revision int64             `json:"revision"`
	Keys     map[string]string `json:"keys"`
}

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: etcd make|read DIRECTORY"))
	}

	dir := os.Args[2]

	switch os.Args[1] {
	case "make":
		fail(with(filepath.Join(dir, "data"), func(client *clientv3.Client) error {
			return fill(client, dir)
		}))
	case "read":
		fail(with(filepath.Join(dir, "restored"), func(client *clientv3.Client) error {
			return tell(client, filepath.Join(dir, "read.json"))
		}))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// with runs an etcd on ports of loopback that the system chooses.
func with(data string, work func(*clientv3.Client) error) error {
	cfg := embed.NewConfig()
	cfg.Dir = data
	cfg.LogLevel = "error"
	any := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	cfg.ListenClientUrls = []url.URL{any}
	cfg.ListenPeerUrls = []url.URL{any}

	server, err := embed.StartEtcd(cfg)
	if err != nil {
		return err
	}
	defer server.Close()

	select {
	case <-server.Server.ReadyNotify():
	case <-time.After(time.Minute):
		return fmt.Errorf("etcd was not ready in a minute")
	}

	client, err := clientv3.New(clientv3.Config{Endpoints: []string{server.Clients[0].Addr().String()}})
	if err != nil {
		return err
	}
	defer client.Close()

	return work(client)
}

func fill(client *clientv3.Client, dir string) error {
	ctx := context.Background()

	for i := range keys {
		key := fmt.Sprintf("/registry/things/%03d", i)
		if _, err := client.Put(ctx, key, fmt.Sprintf("value %d", i*i)); err != nil {
			return err
		}
	}

	if _, err := client.Delete(ctx, "/registry/things/000"); err != nil {
		return err
	}

	stream, err := client.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer stream.Close()

	file, err := os.OpenFile(filepath.Join(dir, "snapshot.db"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()

	if _, err = io.Copy(file, stream); err != nil {
		return err
	}

	return tell(client, filepath.Join(dir, "made.json"))
}

func tell(client *clientv3.Client, file string) error {
	all, err := client.Get(context.Background(), "", clientv3.WithPrefix())
	if err != nil {
		return err
	}

	found := holds{Revision: all.Header.Revision, Keys: map[string]string{}}
	for _, kv := range all.Kvs {
		found.Keys[string(kv.Key)] = string(kv.Value)
	}

	text, err := json.Marshal(found)
	if err != nil {
		return err
	}

	return os.WriteFile(file, text, 0o600)
}

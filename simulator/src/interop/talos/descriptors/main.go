// Prints what Talos' public Go module says about its gRPC interface, one line a fact.
package main

import (
	"fmt"

	_ "github.com/cosi-project/runtime/api/v1alpha1"
	_ "github.com/siderolabs/talos/pkg/machinery/api/cluster"
	_ "github.com/siderolabs/talos/pkg/machinery/api/common"
	_ "github.com/siderolabs/talos/pkg/machinery/api/machine"
	_ "github.com/siderolabs/talos/pkg/machinery/api/storage"
	_ "github.com/siderolabs/talos/pkg/machinery/api/time"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

func kind(f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return "map"
	case f.Message() != nil:
		return string(f.Message().FullName())
	case f.Enum() != nil:
		return string(f.Enum().FullName())
	default:
		return f.Kind().String()
	}
}

func enums(list protoreflect.EnumDescriptors) {
	for i := range list.Len() {
		values := list.Get(i).Values()
		for j := range values.Len() {
			fmt.Println("value", list.Get(i).FullName(), values.Get(j).Name(), values.Get(j).Number())
		}
	}
}

func messages(list protoreflect.MessageDescriptors) {
	for i := range list.Len() {
		m := list.Get(i)
		for j := range m.Fields().Len() {
			f := m.Fields().Get(j)
			label := "one"
			if f.IsList() {
				label = "many"
			}
			fmt.Println("field", m.FullName(), f.Name(), f.Number(), label, kind(f))
		}
		enums(m.Enums())
		messages(m.Messages())
	}
}

func main() {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		enums(file.Enums())
		messages(file.Messages())
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				m := service.Methods().Get(j)
				fmt.Println("method", service.FullName(), m.Name(), m.Input().FullName(), m.IsStreamingClient(), m.Output().FullName(), m.IsStreamingServer())
			}
		}
		return true
	})
}

package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.plan.ChangeSentences.Sentence;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What each kind of change says in values and in sentences. */
final class Sayings implements Change.Visitor<Sayings.Saying> {
  /** Values and sentences. */
  record Saying(List<FieldChange> values, List<Sentence> sentences) {
    private static Saying values(List<FieldChange> values) {
      return new Saying(values, List.of());
    }

    private static Saying sentences(Stream<Sentence> sentences) {
      return new Saying(List.of(), sentences.toList());
    }

    private static Saying plain(String... words) {
      return sentences(Stream.of(words).map(Sentence::plain));
    }

    private static Saying drastic(String words) {
      return sentences(Stream.of(Sentence.drastic(words)));
    }

    /** The line that names the change says what it does. */
    private static Saying nothingMore() {
      return sentences(Stream.empty());
    }
  }

  @Override
  public Saying visit(FetchImage change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(BuildTemplate change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(CreateVm create) {
    String source = create.source().accept(new SourceWords());
    if (create.sizes().isEmpty()) {
      return Saying.plain(source);
    }
    String start =
        create.start()
            ? "then started (order " + create.vm().startupOrder() + ")"
            : "started later, with its configuration on a CD";
    String pool = create.pool().map(name -> ", in pool " + name).orElse("");
    return Saying.plain(source, hardware(create), start + pool);
  }

  private static String hardware(CreateVm create) {
    Map<String, String> wanted = create.configuration().values();
    Stream<String> disks =
        create.sizes().entrySet().stream().map(disk -> disk.getKey() + " " + disk.getValue());
    return Stream.concat(
            Stream.of(
                wanted.getOrDefault("cores", "1") + " cores",
                wanted.getOrDefault("memory", "512") + " MiB"),
            disks)
        .collect(Collectors.joining(", "));
  }

  @Override
  public Saying visit(ChangeConfiguration configure) {
    return Saying.values(configure.fields());
  }

  @Override
  public Saying visit(AddDisk add) {
    Optional<String> size = add.size().map(DiskSize::toString).or(() -> Optional.of("added"));
    return Saying.values(
        List.of(
            new FieldChange(
                add.key(), Optional.empty(), Optional.empty(), size, add.effect(), add.origin())));
  }

  @Override
  public Saying visit(DetachDisk detach) {
    return Saying.drastic(detach.key() + " is detached; its data stays on " + detach.volume());
  }

  @Override
  public Saying visit(GrowDisk grow) {
    return Saying.values(
        List.of(
            new FieldChange(
                grow.key(),
                Optional.of("size"),
                Optional.of(grow.from().toString()),
                Optional.of(grow.to().toString()),
                Effect.AT_ONCE,
                grow.origin())));
  }

  @Override
  public Saying visit(MoveDisk move) {
    FieldChange storage =
        new FieldChange(
            move.key(),
            Optional.of("storage"),
            Volume.parse(move.volume()).storage(),
            Optional.of(move.storage().value()),
            Effect.AT_ONCE,
            move.origin());
    String copied = move.size().map(size -> size + " are copied").orElse("it is copied");
    return new Saying(
        List.of(storage),
        List.of(Sentence.plain(copied + ", then " + move.volume() + " is removed")));
  }

  @Override
  public Saying visit(AddVolumes add) {
    return Saying.sentences(
        add.volumes().stream()
            .map(volume -> volume.name() + " " + volume.size() + " on " + volume.storage())
            .map(Sentence::plain));
  }

  @Override
  public Saying visit(ReleaseDisks release) {
    Stream<String> lifted =
        release.protectedNow() ? Stream.of("its protection is lifted") : Stream.empty();
    Stream<String> off = release.running() ? Stream.of("is shut down") : Stream.empty();
    return Saying.sentences(
        Stream.concat(
            Stream.concat(lifted, off).map(Sentence::drastic),
            release.disks().values().stream()
                .map(volume -> Sentence.plain(volume + " is detached and stays"))));
  }

  @Override
  public Saying visit(StartVm start) {
    return Saying.plain("is started (order " + start.vm().startupOrder() + ")");
  }

  @Override
  public Saying visit(StopStartVm restart) {
    String names =
        restart.fields().stream().map(FieldChange::name).collect(Collectors.joining(", "));
    return Saying.drastic("is stopped and started, so that these take effect: " + names);
  }

  @Override
  public Saying visit(AdoptVm adopt) {
    return new Saying(
        adopt.fields(),
        List.of(Sentence.plain("becomes a node of this cluster; only its marks are written")));
  }

  @Override
  public Saying visit(FreeVolume free) {
    return Saying.drastic(free.volume() + " is removed for ever; nothing is attached to it");
  }

  @Override
  public Saying visit(DestroyVolume destroy) {
    return Saying.sentences(
        Stream.of(
            Sentence.drastic(destroy.volume() + " is destroyed for ever with its data"),
            Sentence.plain("nothing has it attached; the VM is protected again afterwards")));
  }

  @Override
  public Saying visit(ManageHa ha) {
    String group = ha.group().map(name -> ", in group " + name).orElse("");
    return Saying.plain("high availability looks after it: " + ha.attempts() + group);
  }

  @Override
  public Saying visit(ReleaseHa change) {
    return Saying.plain("high availability no longer looks after it");
  }

  @Override
  public Saying visit(DestroyVm destroy) {
    Stream<String> before =
        destroy.protectedNow() ? Stream.of("its protection is lifted") : Stream.empty();
    String end = destroy.running() ? "is stopped and destroyed" : "is destroyed";
    Stream<String> volumes = destroy.volumes().stream().map(volume -> "with " + volume);
    return Saying.sentences(
        Stream.concat(before, Stream.concat(Stream.of(end), volumes)).map(Sentence::drastic));
  }

  @Override
  public Saying visit(KeepApart rule) {
    return Saying.plain("keeps the VMs " + joined(rule.vms()) + " on different hosts");
  }

  private static String joined(Collection<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  @Override
  public Saying visit(PreferHost group) {
    return Saying.plain("its VMs prefer " + group.host() + " and may run on all other hosts");
  }

  @Override
  public Saying visit(RemoveHaEntry change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(RemoveTemplate change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(RemoveImage change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(RemoveDisc change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(ConfigureMachine change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(BeginEtcd change) {
    return Saying.nothingMore();
  }

  @Override
  public Saying visit(WithdrawDisc change) {
    return Saying.nothingMore();
  }

  /** What a VM is made from, in words. */
  private static final class SourceWords implements CreateVm.Source.Visitor<String> {
    @Override
    public String visit(CreateVm.Source.Clone clone) {
      String mode = clone.storage().map(to -> "copied to " + to).orElse("linked");
      return "clone of " + clone.template().label() + ", " + mode;
    }

    @Override
    public String visit(CreateVm.Source.Import disk) {
      return "made from the disk image of Talos " + disk.image().version();
    }

    @Override
    public String visit(CreateVm.Source.Iso iso) {
      return "boots the installer of Talos " + iso.image().version();
    }

    @Override
    public String visit(CreateVm.Source.Nothing nothing) {
      return "keeps data disks, is protected and never started";
    }

    @Override
    public String visit(CreateVm.Source.Made made) {
      return "finished: an earlier run made the VM but did not configure it";
    }
  }
}

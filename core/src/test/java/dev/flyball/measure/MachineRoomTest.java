package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.measure.MachineRoom.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The room for threads, out of files as Linux has them. */
class MachineRoomTest {

  @TempDir Path dir;

  private void write(String file, String text) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private MachineRoom machine() {
    return new MachineRoom(dir.resolve("proc"), dir.resolve("cgroup"));
  }

  @BeforeEach
  void aProcessOf40Threads() throws IOException {
    write("proc/self/status", "Name:\tjava\nUid:\t1000\t1000\t1000\t1000\nThreads:\t40\n");
    write("proc/loadavg", "0.52 0.58 0.59 6/400 11147\n");
    write("proc/self/cgroup", "0::/app/one\n");
  }

  @Test
  void whereNothingIsToldNothingBinds() throws IOException {
    assertThat(machine().read()).isEmpty();
    assertThat(new MachineRoom(dir.resolve("none"), dir.resolve("none")).read()).isEmpty();
    write("cgroup/app/one/pids.max", "max\n");
    write("cgroup/app/one/pids.current", "40\n");
    write(
        "proc/self/limits",
        "Max processes             unlimited            unlimited    processes\n");
    assertThat(machine().read()).isEmpty();
  }

  @Test
  void theTightestBindsAndIsNamed() throws IOException {
    write("proc/sys/kernel/threads-max", "1000\n");
    assertThat(machine().read()).contains(new Room(600, "kernel.threads-max is 1000"));
    write("proc/sys/kernel/pid_max", "900\n");
    assertThat(machine().read()).contains(new Room(500, "kernel.pid_max is 900"));
    write("proc/self/limits", "Max processes             440                  500    processes\n");
    assertThat(machine().read()).contains(new Room(400, "Max processes is 440"));
    write("proc/sys/vm/max_map_count", "1020\n");
    assertThat(machine().read()).contains(new Room(300, "vm.max_map_count is 1020"));
    write("cgroup/app/pids.max", "256\n");
    write("cgroup/app/pids.current", "56\n");
    assertThat(machine().read()).contains(new Room(200, "pids.max is 256"));
  }

  @Test
  void whatIsUsedUpLeavesNone() throws IOException {
    write("cgroup/app/one/pids.max", "30\n");
    write("cgroup/app/one/pids.current", "40\n");
    assertThat(machine().read()).contains(new Room(0, "pids.max is 30"));
  }

  @Test
  void theLimitOfAUserDoesNotBindRoot() throws IOException {
    write("proc/self/status", "Uid:\t0\t0\t0\t0\nThreads:\t40\n");
    write("proc/self/limits", "Max processes             440                  500    processes\n");
    assertThat(machine().read()).isEmpty();
  }

  @Test
  void fileCachesCountAsFreeMemory() throws IOException {
    write("cgroup/app/one/memory.max", (100L << 20) + "\n");
    write("cgroup/app/one/memory.current", (95L << 20) + "\n");
    write("cgroup/app/one/memory.stat", "anon 5\ninactive_file " + (20L << 20) + "\n");
    assertThat(machine().read()).contains(new Room(100, "memory.max is 104857600"));
  }

  @Test
  void theOlderHierarchyIsReadToo() throws IOException {
    write("proc/self/cgroup", "8:pids:/docker\n4:memory:/docker\n");
    write("cgroup/pids/docker/pids.max", "1040\n");
    write("cgroup/pids/docker/pids.current", "40\n");
    assertThat(machine().read()).contains(new Room(1000, "pids.max is 1040"));
    write("cgroup/memory/docker/memory.limit_in_bytes", (100L << 20) + "\n");
    write("cgroup/memory/docker/memory.usage_in_bytes", (95L << 20) + "\n");
    write("cgroup/memory/docker/memory.stat", "total_inactive_file " + (20L << 20) + "\n");
    assertThat(machine().read()).contains(new Room(100, "memory.limit_in_bytes is 104857600"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisMachineHasRoomForSome() {
    MachineRoom.SHARED.now().ifPresent(room -> assertThat(room.threads()).isPositive());
  }
}

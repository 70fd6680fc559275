package dev.flyball.tools.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits in a system that is laid out as Linux's is. */
class HostLimitsTest {

  @TempDir Path system;

  private HostLimits limits;

  @BeforeEach
  void layOut() throws IOException {
    limits = new HostLimits(system.resolve("proc"), system.resolve("groups"));
    write("proc/limits", "Max open files   1024   4096   files\n");
    write("proc/status", "Name:\tsecret-name\nThreads:\t42\nVmRSS:\t  9 kB\n");
  }

  private void write(String file, String text) throws IOException {
    Path path = system.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    Files.writeString(path, text);
  }

  @Test
  void thoseOfTheProcessAreItsLimitsAndCounts() throws IOException {
    assertThat(limits.ofProcess())
        .containsExactly("Max open files   1024   4096   files", "Threads: 42", "VmRSS:   9 kB");
  }

  @Test
  void thoseOfAGroupAreFollowedByThoseAroundIt() throws IOException {
    write("proc/cgroup", "0::/pod/app\n");
    write("groups/pod/app/cpu.max", "50000 100000\n");
    write("groups/pod/app/cgroup.procs", "1\n");
    write("groups/pod/memory.max", "max\n");
    assertThat(limits.ofGroups())
        .containsExactly("pod/app/cpu.max: 50000 100000", "pod/memory.max: max");
  }

  @Test
  void thoseOfVersionOneAreFoundByTheirController() throws IOException {
    write("proc/cgroup", "4:cpu,cpuacct:/app\n1:name=systemd:/\n");
    write("groups/cpu,cpuacct/app/cpu.cfs_quota_us", "-1\n");
    assertThat(limits.ofGroups()).containsExactly("cpu,cpuacct/app/cpu.cfs_quota_us: -1");
  }

  @Test
  void aGroupOutsideOfWhatIsVisibleIsNotLookedFor() throws IOException {
    write("proc/cgroup", "0::/../../etc\nnonsense\n");
    write("cpu.max", "1 1\n");
    write("etc/cpu.max", "1 1\n");
    assertThat(limits.ofGroups()).containsExactly("none is visible from here");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThatThrownBy(limits::ofGroups)
        .isInstanceOf(IOException.class)
        .hasMessage(system.resolve("proc/cgroup") + " (NoSuchFileException)");
  }
}

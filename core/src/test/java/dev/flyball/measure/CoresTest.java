package dev.flyball.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CoresTest {

  @TempDir Path dir;

  private void write(String file, String text) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private double usable(int available) {
    return Cores.usable(available, dir.resolve("membership"), dir.resolve("cgroup"));
  }

  @Test
  void withoutControlGroupsAllProcessorsAreUsable() {
    assertThat(usable(8)).isEqualTo(8);
  }

  @Test
  void aQuotaOfVersionTwoIsAFraction() throws IOException {
    write("membership", "0::/app\n");
    write("cgroup/app/cpu.max", "150000 100000\n");
    assertThat(usable(8)).isEqualTo(1.5);
    assertThat(usable(1)).isEqualTo(1);
  }

  @Test
  void maxMeansNoQuota() throws IOException {
    write("membership", "0::/app\n");
    write("cgroup/app/cpu.max", "max 100000\n");
    assertThat(usable(8)).isEqualTo(8);
  }

  @Test
  void theTightestGroupAboveCounts() throws IOException {
    write("membership", "0::/slice/app\n");
    write("cgroup/slice/app/cpu.max", "400000 100000\n");
    write("cgroup/slice/cpu.max", "250000 100000\n");
    assertThat(usable(8)).isEqualTo(2.5);
  }

  @Test
  void aQuotaOfVersionOneIsReadToo() throws IOException {
    write("membership", "5:memory:/m\n3:cpu,cpuacct:/docker/abc\n");
    write("cgroup/cpu/docker/abc/cpu.cfs_quota_us", "50000\n");
    write("cgroup/cpu/docker/abc/cpu.cfs_period_us", "100000\n");
    assertThat(usable(8)).isEqualTo(0.5);
  }

  @Test
  void minusOneMeansNoQuotaInVersionOne() throws IOException {
    write("membership", "3:cpu,cpuacct:/\n");
    write("cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    write("cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    assertThat(usable(4)).isEqualTo(4);
  }

  @Test
  void aGroupThatPointsOutsideIsNotFollowed() throws IOException {
    write("membership", "0::/../../outside\n");
    write("outside/cpu.max", "1000 100000\n");
    assertThat(usable(4)).isEqualTo(4);
  }

  @Test
  void hostBusyTimeAddsAllButIdleAndWaiting() throws IOException {
    write("stat", "cpu  100 20 30 4000 500 6 7 8 9 10\ncpu0 1 2 3\n");
    HostStat stat = new HostStat(dir.resolve("stat"));
    assertThat(stat.busyNanos())
        .isEqualTo(OptionalLong.of((100 + 20 + 30 + 6 + 7 + 8) * 10_000_000L));
    write("stat", "cpu  200 20 30 4000 500 6 7 8\n");
    assertThat(stat.busyNanos())
        .isEqualTo(OptionalLong.of((200 + 20 + 30 + 6 + 7 + 8) * 10_000_000L));
    write("broken", "nothing\n");
    assertThat(new HostStat(dir.resolve("broken")).busyNanos()).isEmpty();
    assertThat(new HostStat(dir.resolve("missing")).busyNanos()).isEmpty();
  }

  private static boolean opens(Path file) {
    try {
      Files.newInputStream(file).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The memory of a process can be opened, but nothing is at its beginning: reading fails. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void hostBusyTimeIsReadAnewASecondAfterItFailed() throws IOException {
    AtomicLong nowNanos = new AtomicLong(-5);
    Path file = dir.resolve("stat");
    Path unreadable = Path.of("/proc/self/mem");
    assumeTrue(opens(unreadable));
    Files.createSymbolicLink(file, unreadable);
    HostStat stat = new HostStat(file, nowNanos::get);
    assertThat(stat.busyNanos()).isEmpty();
    Files.delete(file);
    nowNanos.addAndGet(1_000_000_000);
    assertThat(stat.busyNanos()).isEmpty();
    write("stat", "cpu  1 1 1 4000 500 1 1 1\n");
    nowNanos.addAndGet(999_999_999);
    assertThat(stat.busyNanos()).isEmpty();
    nowNanos.addAndGet(1);
    assertThat(stat.busyNanos()).isEqualTo(OptionalLong.of(6 * 10_000_000L));
  }
}

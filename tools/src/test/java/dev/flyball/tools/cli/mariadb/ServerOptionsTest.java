package dev.flyball.tools.cli.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.database.GoTpcLoad;
import dev.flyball.lab.database.Profile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** The options of the commands that start a database server. */
class ServerOptionsTest {

  @Command(name = "test")
  private static final class Line implements Runnable {
    @Mixin private final ServerOptions server = new ServerOptions();

    @Override
    public void run() {}
  }

  private static ServerOptions parsed(String... args) {
    Line line = new Line();
    new CommandLine(line).parseArgs(args);
    return line.server;
  }

  @Test
  void withoutAWishThereIsWhatIsUsual() {
    ServerOptions server = parsed();

    assertThat(server.connections(List.of(16, 64))).containsExactly(16, 64);
    assertThat(server.profiles(List.of(Profile.UPDATE))).containsExactly(Profile.UPDATE);
    assertThat(server.choice(1).settings().fsyncDelay()).isZero();
    assertThat(server.choice(1).sysbench()).isFalse();
  }

  @Test
  void listsAreSeparatedByCommas() {
    ServerOptions server = parsed("--connections", "1,64,64", "--profile", "hot-update,new-order");

    assertThat(server.connections(List.of())).containsExactly(1, 64);
    assertThat(server.profiles(List.of())).containsExactly(Profile.HOT_UPDATE, Profile.NEW_ORDER);
  }

  @Test
  void aSlowDiskIsChosen() {
    ServerOptions server = parsed("--io-bound", "--fsync-delay", "5ms");

    assertThat(server.choice(1).settings().fsyncDelay()).isEqualTo(Duration.ofMillis(5));
    assertThat(server.choice(1).settings().bufferPoolBytes()).isLessThan(100 << 20);
    assertThat(server.typed()).contains(" --fsync-delay 5ms --io-bound");
  }

  @Test
  void sysbenchHasNoNewOrders() {
    assertThat(parsed("--sysbench").profiles(List.of(Profile.NEW_ORDER, Profile.UPDATE)))
        .containsExactly(Profile.UPDATE);
    assertThatThrownBy(() -> parsed("--sysbench", "--profile", "new-order").profiles(List.of()))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--sysbench has no profile new-order");
  }

  @Test
  void tpcCIsRefusedBeforeAnythingIsStartedWhereItsProgramIsMissing() {
    ServerOptions server = parsed("--profile", "tpc-c");
    if (GoTpcLoad.installed()) {
      assertThat(server.profiles(List.of())).containsExactly(Profile.TPC_C);
    } else {
      assertThatThrownBy(() -> server.profiles(List.of()))
          .isInstanceOf(ParameterException.class)
          .hasMessageStartingWith("--profile tpc-c: there is no go-tpc on the PATH; install it");
    }
  }

  @Test
  void mistakesAreRefusedBeforeAnythingIsStarted() {
    assertThatThrownBy(() -> parsed("--connections", "0").connections(List.of()))
        .isInstanceOf(ParameterException.class)
        .hasMessage("--connections must be from 1 to 1024 but was 0");
    assertThatThrownBy(() -> parsed("--profile", "rw").profiles(List.of()))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("--profile must be one of point-select, read-only, read-write");
    assertThatThrownBy(() -> parsed("--policy", "nonsense").policy())
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("--policy: ");
    assertThatThrownBy(() -> parsed("--fsync-delay", "often").choice(1))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--fsync-delay");
  }
}

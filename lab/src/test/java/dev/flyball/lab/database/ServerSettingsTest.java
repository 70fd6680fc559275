package dev.flyball.lab.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.lab.database.ServerSettings.ThreadHandling;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerSettingsTest {

  @Test
  void durableCommitsWaitForBothLogs() {
    assertThat(ServerSettings.usual().options())
        .contains("--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1", "--log-bin=binlog");
  }

  @Test
  void otherCommitsWaitForNone() {
    assertThat(ServerSettings.usual().withDurable(false).options())
        .contains("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0");
  }

  @Test
  void theServerChoosesTheSizeThatNobodyNamed() {
    assertThat(ServerSettings.usual().options())
        .noneMatch(option -> option.startsWith("--thread-pool-size"));
    assertThat(ServerSettings.usual().withThreadPoolSize(7).options())
        .contains("--thread-pool-size=7");
  }

  @Test
  void aServerNeedNotHaveAPool() {
    ServerSettings without =
        ServerSettings.usual().withThreadHandling(ThreadHandling.ONE_THREAD_PER_CONNECTION);
    assertThat(without.options()).contains("--thread-handling=one-thread-per-connection");
  }

  @Test
  void ioBoundMeansASmallBufferPoolOnASlowerDisk() {
    assertThat(ServerSettings.ioBound().bufferPoolBytes()).isEqualTo(24 << 20);
    assertThat(ServerSettings.ioBound().fsyncDelay()).isEqualTo(Duration.ofMillis(2));
    assertThat(ServerSettings.ioBound().durable()).isTrue();
  }

  @Test
  void refusesWhatNoServerTakes() {
    assertThatThrownBy(() -> ServerSettings.usual().withThreadPoolSize(0))
        .hasMessage("threadPoolSize must be from 1 to 100000 but was 0");
    assertThatThrownBy(() -> ServerSettings.usual().withBufferPoolBytes(1))
        .hasMessage("bufferPoolBytes must be at least 5242880 but was 1");
    assertThatThrownBy(() -> ServerSettings.usual().withFsyncDelay(Duration.ofMillis(-1)))
        .hasMessage("fsyncDelay must not be negative but was PT-0.001S");
  }
}

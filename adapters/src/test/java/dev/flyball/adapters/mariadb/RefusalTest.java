package dev.flyball.adapters.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.adapters.mariadb.ControlConnection.Identity;
import dev.flyball.adapters.mariadb.ControlConnection.Variable;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RefusalTest {

  private static SortedMap<String, Variable> variables(String handling, boolean readOnly) {
    SortedMap<String, Variable> variables = new TreeMap<>();
    variables.put("THREAD_HANDLING", new Variable(handling, "COMMAND-LINE", true));
    for (String name :
        List.of("THREAD_POOL_SIZE", "THREAD_POOL_OVERSUBSCRIBE", "THREAD_POOL_STALL_LIMIT")) {
      variables.put(name, new Variable("2", "AUTO", readOnly));
    }
    return variables;
  }

  private static void check(String version, String comment, SortedMap<String, Variable> variables) {
    Identity server = new Identity(version, comment, "app@%");
    Refusal.unlessKnown(server);
    Refusal.unlessPooled(server, variables);
  }

  @Test
  void aPoolOfThreadsIsAccepted() {
    for (String version : new String[] {"10.5.2-MariaDB", "10.11.6-MariaDB-1", "11.4.5-MariaDB"}) {
      assertThatCode(() -> check(version, "", variables("pool-of-threads", false)))
          .doesNotThrowAnyException();
    }
  }

  @Test
  void perconaServersPoolIsAccepted() {
    for (String version : new String[] {"8.0.36-28", "8.4.3-3", "9.1.0-1"}) {
      assertThatCode(() ->
              check(
                  version,
                  "Percona Server (GPL), Release 28, Revision 47601f19",
                  variables("pool-of-threads", false)))
          .doesNotThrowAnyException();
    }
    assertThatThrownBy(() ->
            check(
                "8.0.36-28", "Percona Server (GPL)", variables("one-thread-per-connection", false)))
        .hasMessageContaining("runs one-thread-per-connection")
        .hasMessageContaining("set thread_handling=pool-of-threads under [mysqld]");
    assertThatThrownBy(
            () -> check("5.7.44-48", "Percona Server (GPL)", variables("pool-of-threads", false)))
        .hasMessageContaining("Percona Server 8.0 or newer is needed");
  }

  @Test
  void mySqlIsRefusedForWhatItHasAndHasNot() {
    SortedMap<String, Variable> community = new TreeMap<>();
    community.put("THREAD_HANDLING", new Variable("one-thread-per-connection", "", false));
    assertThatThrownBy(() -> check("8.0.36", "MySQL Community Server - GPL", community))
        .isInstanceOf(ServerRefusedException.class)
        .hasMessageContaining("(8.0.36, MySQL Community Server - GPL) runs one-thread-per-connec")
        .hasMessageContaining("and MySQL has no other way in this edition")
        .hasMessageContaining("govern a Percona Server or a MariaDB server");
    assertThatThrownBy(() -> check("8.0.36-0ubuntu0.22.04.1", "(Ubuntu)", community))
        .hasMessageContaining("and MySQL has no other way in this edition");
    assertThatThrownBy(() ->
            check(
                "8.0.36-commercial",
                "MySQL Enterprise Server - Commercial",
                variables("loaded-dynamically", false)))
        .hasMessageContaining("thread pool of MySQL's Enterprise Edition is read only");
    assertThatThrownBy(() -> check("10.4.33-MariaDB", "", variables("pool-of-threads", false)))
        .hasMessageContaining("MariaDB 10.5 or newer is needed");
  }

  @Test
  void theVersionIsJudgedWithoutTheVariables() {
    assertThatThrownBy(
            () -> Refusal.unlessKnown(new Identity("5.6.14", "MySQL Community Server", "app@%")))
        .hasMessageContaining("is too old");
  }

  @Test
  void aQuestionThatFailsIsNoFailureToConnect() {
    assertThat(
            Refusal.afterConnecting(
                new ServerAccess("jdbc:mariadb://db/", "app", "s3cret"),
                new SQLException("(conn=7) Read timed out")))
        .hasMessageStartingWith("connected to jdbc:mariadb://db/ as 'app', but")
        .hasMessageEndingWith("said: Read timed out")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aServerWithoutAPoolIsToldHowToGetOne() {
    assertThatThrownBy(
            () -> check("11.4.5-MariaDB", "", variables("one-thread-per-connection", false)))
        .hasMessageContaining("runs one-thread-per-connection")
        .hasMessageContaining("set thread_handling=pool-of-threads under [mysqld]");
    assertThatThrownBy(() -> check("11.4.5-MariaDB", "", new TreeMap<>()))
        .hasMessageContaining("runs without a thread pool");
    assertThatThrownBy(() -> check("11.4.5-MariaDB", "", variables("pool-of-threads", true)))
        .hasMessageContaining("thread_pool_size that can be changed while it runs");
  }

  @Test
  void aMissingPrivilegeIsNamedWithTheStatementThatGivesIt() {
    SQLException denied = new SQLException("Access denied", "42000", 1227);
    assertThat(Refusal.isPrivilegeMissing(denied)).isTrue();
    assertThat(Refusal.atWriting(Knob.SIZE, "tuner@10.0.0.%", "CONNECTION ADMIN", denied))
        .hasMessageContaining("may not set thread_pool_size")
        .hasMessageContaining("GRANT CONNECTION ADMIN ON *.* TO 'tuner'@'10.0.0.%';");
  }

  @Test
  void whatTheDriverSaysIsOneLine() {
    assertThat(Refusal.said(new SQLException("(conn=-1) no\n  way"))).isEqualTo("no way");
  }

  @Test
  void refusedConnectionsSayTheWayOut() {
    ServerAccess access = new ServerAccess("jdbc:mariadb://db/?x=y", "app", "s3cret");
    assertThat(Refusal.atConnecting(access, new SQLException("Too many", "08004", 1040)))
        .hasMessageStartingWith("cannot connect to jdbc:mariadb://db/ as 'app': ")
        .hasMessageContaining("extra_port")
        .hasMessageNotContaining("s3cret");
    assertThat(
            Refusal.atConnecting(
                new ServerAccess("jdbc:mariadb://db/", "app", ""),
                new SQLException("Access denied", "28000", 1045)))
        .hasMessageContaining("no password was given");
  }
}

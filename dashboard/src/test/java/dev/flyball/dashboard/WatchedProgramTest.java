package dev.flyball.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedProgramTest {

  @ParameterizedTest
  @CsvSource({
    "com.example.OrdersApp --port 80, OrdersApp",
    "OrdersApp, OrdersApp",
    "/srv/orders/orders-1.4.jar --quiet, orders-1.4",
    "C:\\srv\\orders.jar, orders",
    "shop.orders/com.example.OrdersApp x, OrdersApp",
    "'', ''",
    "'  ', ''",
  })
  void isNamedByItsMainClassOrItsArchive(String command, String name) {
    assertThat(WatchedProgram.of(command, "1@x").name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "4711@build7, 4711, build7",
    "4711@build7.example.org, 4711, build7.example.org",
    "4711, 0, ''",
    "'', 0, ''",
    "x@y, 0, ''",
    "99999999999999999999@y, 0, ''",
  })
  void hasItsProcessAndMachineWhereTheyAreSaid(String machine, long process, String host) {
    WatchedProgram program = WatchedProgram.of("", machine);
    assertThat(program.process()).isEqualTo(process);
    assertThat(program.host()).isEqualTo(host);
  }

  @Test
  void thisProgramKnowsItself() {
    WatchedProgram program = new LocalPools().program().orElseThrow();
    assertThat(program.process()).isEqualTo(ProcessHandle.current().pid());
    assertThat(program.host()).isNotEmpty();
  }
}

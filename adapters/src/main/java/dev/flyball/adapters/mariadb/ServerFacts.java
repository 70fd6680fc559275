package dev.flyball.adapters.mariadb;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The server's own description when governing began.
 *
 * @param make its make, such as {@code MariaDB} or {@code Percona Server}
 * @param version its version, such as {@code 11.4.5-MariaDB}
 * @param cores the processors it may use; empty if they cannot be known from outside: the server
 *     reports them only while its pool's size is the automatic one, and otherwise they are known
 *     when it runs on this machine
 * @param values the initial value of each knob's variable; after a restart of the server its value
 *     then, since a variable that was set while the server ran does not outlast it
 */
public record ServerFacts(String make, String version, OptionalInt cores, Map<Knob, Long> values) {

  public ServerFacts {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
  }

  /** Its make and version. */
  public String name() {
    return make + " " + version;
  }

  /** The value that a knob's variable had. */
  public long found(Knob knob) {
    Long value = values.get(knob);
    if (value == null) {
      throw new IllegalArgumentException("the server has no variable " + knob.variable());
    }
    return value;
  }

  /** The number of thread groups at the start. */
  public int size() {
    return Knob.SIZE.workersOf(found(Knob.SIZE));
  }
}

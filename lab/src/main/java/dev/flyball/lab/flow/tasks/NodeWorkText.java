package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Nearest;
import dev.flyball.files.Units;
import dev.flyball.lab.flow.tasks.NodeWork.InsertRow;
import dev.flyball.lab.flow.tasks.NodeWork.OwnClass;
import dev.flyball.lab.flow.tasks.NodeWork.SendBytes;
import dev.flyball.lab.flow.tasks.NodeWork.TransformRecord;
import dev.flyball.lab.flow.tasks.NodeWork.WriteFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A node and its work as they are written on a command line: {@code NAME=WORK[,SETTING...]}, as in
 * {@code feeder=insert,bytes=1KiB,connections=20}.
 *
 * @param name the node's name
 * @param work what it does
 */
public record NodeWorkText(String name, NodeWork work) {

  private static final List<String> WORKS = List.of("transform", "write", "insert", "send");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final String CLASS = "class:";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException that says what is wrong, and what was probably meant
   */
  public static NodeWorkText parse(String text) {
    int sign = text.indexOf('=');
    if (sign < 1 || !NAME.matcher(text.substring(0, sign)).matches()) {
      throw new IllegalArgumentException(
          "node must be NAME=WORK[,SETTING...], the name of letters, digits, '-', '_' and '.', but"
              + " was '"
              + text
              + "'");
    }
    return new NodeWorkText(text.substring(0, sign), work(text.substring(sign + 1)));
  }

  private static NodeWork work(String text) {
    if (text.startsWith(CLASS)) {
      return new OwnClass(text.substring(CLASS.length()));
    }
    String[] parts = text.split(",", -1);
    return switch (parts[0]) {
      case "transform" -> new TransformRecord(new Settings(parts, "bytes").bytes());
      case "write" -> {
        Settings settings = new Settings(parts, "bytes", "fsync");
        yield new WriteFile(settings.bytes(), settings.given("fsync"));
      }
      case "insert" -> {
        Settings settings = new Settings(parts, "bytes", "connections");
        yield new InsertRow(settings.bytes(), settings.connections());
      }
      case "send" -> {
        Settings settings = new Settings(parts, "bytes", "ack");
        yield new SendBytes(settings.bytes(), settings.given("ack"));
      }
      default ->
          throw new IllegalArgumentException(
              Nearest.unknown("work", parts[0], WORKS) + ", class:NAME");
    };
  }

  /** What stands behind a work's name, each with its value; a switch with its name. */
  private static final class Settings {

    private final Map<String, String> values = new HashMap<>();

    Settings(String[] parts, String... known) {
      for (String part : List.of(parts).subList(1, parts.length)) {
        String[] setting = part.split("=", 2);
        String name = setting[0];
        if (!List.of(known).contains(name)) {
          throw new IllegalArgumentException(
              Nearest.unknown("setting of " + parts[0], name, List.of(known)));
        }
        boolean isSwitch = name.equals("fsync") || name.equals("ack");
        if (isSwitch != (setting.length == 1)) {
          String how = isSwitch ? "without" : "with";
          throw new IllegalArgumentException(
              name + " must be given " + how + " a value but was '" + part + "'");
        }
        if (values.put(name, setting[setting.length - 1]) != null) {
          throw new IllegalArgumentException(
              name + " must be given once but was given twice in '" + parts[0] + "'");
        }
      }
    }

    boolean given(String name) {
      return values.containsKey(name);
    }

    int bytes() {
      String text = values.getOrDefault("bytes", "256B");
      return (int) Math.min(Integer.MAX_VALUE, Units.bytes("bytes", text));
    }

    int connections() {
      String text = values.getOrDefault("connections", "10");
      return (int) Units.whole("connections", 1, InsertRow.CONNECTIONS_MAX, text);
    }
  }
}

package dev.flyball.tools.support;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;
import jdk.management.jfr.RecordingInfo;

/**
 * The last events of Flyball in the flight recorder of a program, if it is recording. No recorder
 * is started. What is fetched of the recording is read here for these events alone, and deleted.
 */
final class RecordedEvents {

  private static final String NAMES = "dev.flyball.";
  private static final int EVENTS_MAX = 500;
  private static final long BYTES_MAX = 100_000_000;
  private static final long SECONDS_BACK = 600;
  private static final String RUNNING = "RUNNING";

  private final MBeanServerConnection there;
  private final Path folder;

  /**
   * The events of a program.
   *
   * @param folder where what is fetched lies for a moment
   */
  RecordedEvents(MBeanServerConnection there, Path folder) {
    this.there = there;
    this.folder = folder;
  }

  List<String> lines() throws IOException {
    FlightRecorderMXBean recorder =
        ManagementFactory.newPlatformMXBeanProxy(
            there, FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
    // Asking for recordings starts no recorder; all else would.
    List<RecordingInfo> running =
        recorder.getRecordings().stream().filter(it -> it.getState().equals(RUNNING)).toList();
    if (running.isEmpty()) {
      return List.of("nothing is being recorded");
    }
    long snapshot = recorder.takeSnapshot();
    Path copy = folder.resolve("recording.jfr");
    try {
      fetch(recorder, snapshot, copy);
      return events(copy);
    } finally {
      recorder.closeRecording(snapshot);
      Files.deleteIfExists(copy);
    }
  }

  private static void fetch(FlightRecorderMXBean recorder, long snapshot, Path copy)
      throws IOException {
    long fromMillis = System.currentTimeMillis() - SECONDS_BACK * 1000;
    long stream = recorder.openStream(snapshot, Map.of("startTime", Long.toString(fromMillis)));
    long bytes = 0;
    try (OutputStream out = Files.newOutputStream(copy)) {
      byte[] part = recorder.readStream(stream);
      while (part != null) {
        bytes += part.length;
        if (bytes > BYTES_MAX) {
          throw new IOException(
              "the recording of the last "
                  + SECONDS_BACK
                  + " s must have at most "
                  + BYTES_MAX / 1_000_000
                  + " MB but has more");
        }
        out.write(part);
        part = recorder.readStream(stream);
      }
    } finally {
      recorder.closeStream(stream);
    }
  }

  private static List<String> events(Path copy) throws IOException {
    Deque<String> last = new ArrayDeque<>();
    long found = 0;
    try (RecordingFile recording = new RecordingFile(copy)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().startsWith(NAMES)) {
          found++;
          last.add(line(event));
          if (last.size() > EVENTS_MAX) {
            last.remove();
          }
        }
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(found + " events of Flyball, here the last " + last.size() + ":");
    lines.addAll(last);
    return lines;
  }

  private static String line(RecordedEvent event) {
    StringBuilder line = new StringBuilder();
    line.append(event.getStartTime()).append(' ').append(event.getEventType().getName());
    for (ValueDescriptor field : event.getFields()) {
      if (!isTheRecorders(field.getName())) {
        Object value = event.getValue(field.getName());
        line.append(", ").append(field.getName()).append(' ').append(value);
      }
    }
    return line.toString();
  }

  private static boolean isTheRecorders(String field) {
    return List.of("startTime", "duration", "eventThread", "stackTrace").contains(field);
  }
}

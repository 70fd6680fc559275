package dev.flyball.sim.scenario;

import dev.flyball.files.Field;
import dev.flyball.files.Section;

/** A reader of the machine. */
final class HostReader {

  private static final double CORES_MIN = 0.001;
  private static final double CORES_MAX = 100_000;
  private static final long SWITCH_NANOS = 5_000;
  private static final long SLICE_NANOS = 3_000_000;
  private static final long MEMORY_PER_WORKER_BYTES = 1 << 20;

  private HostReader() {}

  static double cores(Field field) {
    return field.number(CORES_MIN, CORES_MAX);
  }

  static double neighbours(Field field) {
    return field.number(0, CORES_MAX);
  }

  static Host host(Field field) {
    Section host =
        field.section("cores", "neighbours", "switch", "slice", "memory", "memory-per-worker");
    double cores = cores(host.require("cores"));
    double neighbours = host.find("neighbours").map(HostReader::neighbours).orElse(0.0);
    long switchNanos = host.find("switch").map(f -> f.nanos(0)).orElse(SWITCH_NANOS);
    long sliceNanos = host.find("slice").map(f -> f.nanos(1)).orElse(SLICE_NANOS);
    long perWorker =
        host.find("memory-per-worker").map(Field::bytes).orElse(MEMORY_PER_WORKER_BYTES);
    long memory = host.find("memory").map(Field::bytes).orElse(Long.MAX_VALUE);
    if (perWorker == 0) {
      throw host.require("memory-per-worker").mustBe("above 0");
    }
    if (memory < perWorker) {
      throw host.field()
          .mistake("memory must hold one worker of " + perWorker + " bytes but was " + memory);
    }
    return field.make(
        () -> new Host(cores, neighbours, switchNanos, sliceNanos, memory, perWorker));
  }
}

package dev.flyball.lab.goodput;

import dev.flyball.lab.goodput.Row.Stretch;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a board: for each stretch of each row, and for each server, the median of its
 * runs.
 *
 * @param raced the servers
 * @param length how long each run was
 * @param runs what there is, which need not be all
 */
record ServerRaceBoard(List<ServerKind> raced, Duration length, List<ServerRun> runs) {

  ServerRaceBoard {
    raced = List.copyOf(raced);
    runs = List.copyOf(runs);
  }

  /** The rows of which there is at least one run. */
  List<Row> rows() {
    return runs.stream().map(ServerRun::row).distinct().toList();
  }

  List<String> servers() {
    return Arrays.stream(ServerKind.values())
        .filter(raced::contains)
        .map(ServerKind::id)
        .filter(id -> runs.stream().anyMatch(run -> run.server().equals(id)))
        .toList();
  }

  List<Stretch> stretches() {
    return rows().stream().flatMap(row -> row.stretches(length).stream()).toList();
  }

  private Row rowOf(Stretch stretch) {
    return rows().stream()
        .filter(row -> row.stretches(length).contains(stretch))
        .findFirst()
        .orElseThrow();
  }

  /** The median over the rounds; NaN where there is none. */
  double median(Row row, String server, ToDoubleFunction<ServerRun> figure) {
    double[] sorted =
        runs.stream()
            .filter(run -> run.row().equals(row) && run.server().equals(server))
            .mapToDouble(figure)
            .sorted()
            .toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** In percent. */
  double goodput(Stretch stretch, String server) {
    return 100 * median(rowOf(stretch), server, run -> run.goodput(stretch));
  }

  /** In percent; the same for all servers, but for those that had no run. */
  double best(Stretch stretch) {
    Row row = rowOf(stretch);
    return servers().stream()
        .mapToDouble(server -> 100 * median(row, server, run -> run.bestPossible(stretch)))
        .filter(best -> !Double.isNaN(best))
        .findFirst()
        .orElse(Double.NaN);
  }
}

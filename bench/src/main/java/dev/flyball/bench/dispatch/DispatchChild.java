package dev.flyball.bench.dispatch;

import dev.flyball.bench.PoolKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A process that holds one kind of pool, warm, and plays a turn with it for each line that it
 * reads: the load, the workers, the producers and the milliseconds. It answers with a line for
 * each.
 *
 * <p>A process for each kind, so that none runs on what the compiler has learnt from another.
 */
final class DispatchChild {

  private DispatchChild() {}

  /**
   * Plays turns until there are no more lines.
   *
   * @param args the pool's kind, and what Blackhole takes for a microsecond
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    PoolKind kind = PoolKind.valueOf(args[0]);
    double tokens = Double.parseDouble(args[1]);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", -1);
      DispatchTurn turn =
          new DispatchTurn(
              kind,
              Load.valueOf(words[0]),
              Integer.parseInt(words[1]),
              Integer.parseInt(words[2]),
              tokens);
      System.out.println(turn.play(Long.parseLong(words[3])).toLine());
    }
  }
}

package dev.flyball.lab.tuning;

import dev.flyball.lab.tuning.CellResult.Cell;
import java.util.function.Supplier;

/**
 * A made-up server, on which every load is a made-up stand.
 *
 * @param loads makes the stand of the next load
 */
public record MadeUpServer(Supplier<MadeUpLoadedServer> loads) implements TestServer {

  @Override
  public int cores() {
    return 2;
  }

  @Override
  public String description() {
    return "a made-up server";
  }

  @Override
  public UnderLoad open(Cell cell) {
    return loads.get();
  }

  @Override
  public void close() {}
}

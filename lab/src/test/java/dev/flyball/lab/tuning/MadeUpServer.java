package dev.flyball.lab.tuning;

import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.tuning.CellResult.Cell;
import java.util.function.Supplier;

/**
 * A made-up server, on which every load is a made-up stand.
 *
 * @param loads makes the stand of the next load
 * @param neighbours what others took meanwhile
 */
public record MadeUpServer(Supplier<MadeUpLoadedServer> loads, Neighbours neighbours)
    implements TestServer {

  /** One that nobody disturbs. */
  public MadeUpServer(Supplier<MadeUpLoadedServer> loads) {
    this(loads, Neighbours.UNKNOWN);
  }

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

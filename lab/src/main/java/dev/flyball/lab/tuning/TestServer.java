package dev.flyball.lab.tuning;

import dev.flyball.lab.database.Profile;
import dev.flyball.lab.harness.Neighbours;
import dev.flyball.lab.tuning.CellResult.Cell;
import dev.flyball.lab.tuning.GovernedRun.Move;
import dev.flyball.policy.SizingPolicy;
import java.util.List;

/** A server with its tables, ready to be put under one load after the other. */
public interface TestServer extends AutoCloseable {

  /** The server's processors. */
  int cores();

  /** What is measured here, in a line: the server's version and what matters of its settings. */
  String description();

  /** The processors that others than this experiment took since the server was ready. */
  default Neighbours neighbours() {
    return Neighbours.UNKNOWN;
  }

  /** Puts the server under a load, until what is returned is closed. */
  UnderLoad open(Cell cell);

  /** Stops the server and removes its data. */
  @Override
  void close();

  /** A stand whose load ends when it is closed. */
  interface UnderLoad extends LoadedServer, AutoCloseable {

    /** From now on another profile, on the server as it is. */
    void turn(Profile next);

    /**
     * From now on another profile, on a server that waits for the disk: durable commits, and a
     * buffer pool much smaller than the tables. Returns when the server is so.
     */
    void turnIoBound(Profile next);

    @Override
    void close();
  }

  /**
   * A server under a load that does not end, whose number of thread groups can be set, or be left
   * to a governor.
   *
   * <p>For one thread.
   */
  public interface LoadedServer {

    /**
     * Waits until about a second has passed since the last call and says what happened since then.
     *
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    ServerSecond next() throws InterruptedException;

    /** Sets the size. Not while a governor runs. */
    void size(int groups);

    /** Lets a policy govern from the present size on, until what is returned is closed. */
    Governing govern(SizingPolicy policy);

    /** Lets a policy look on as closely as if it governed, without ever setting a size. */
    Governing advise(SizingPolicy policy);

    /** A governor at work. */
    interface Governing extends AutoCloseable {

      /** What was decided so far, window by window. */
      List<Move> moves();

      /** Ends it; the size stays as it is. */
      @Override
      void close();
    }
  }

  /** A callback for the progress of a measurement; the measuring thread calls it. */
  public interface Watcher {

    /** Does nothing. */
    Watcher NONE = new Watcher() {};

    /** Something is done first, or in between, that takes a while. */
    default void prepares(String what) {}

    /** The next part begins. */
    default void begins(Part part) {}

    /**
     * A second of the load has passed.
     *
     * @param moves what a governor has decided so far; nothing where none is at work
     */
    default void onSecond(ServerSecond second, List<Move> moves) {}

    /** Something failed; what was measured before is told nevertheless. */
    default void fails(String why) {}

    /**
     * One part of an experiment.
     *
     * @param name what is done
     * @param number which one, from 1
     * @param of how many there are
     * @param seconds how long it takes
     */
    record Part(String name, int number, int of, long seconds) {}
  }
}

package dev.flyball.lab.harness;

import java.io.IOException;
import java.util.Optional;

/**
 * A process that this one has started: killed when it is closed, and also when this process is told
 * to end before that. The hook that kills it is there before the process is, so no moment is left
 * at which an end would forget it.
 */
public final class ChildProcess implements AutoCloseable {

  private static final String ENDING = "no process is started while this one ends";

  private final AtExit atExit;

  /** Guarded by this, as is the field below. */
  private Optional<Process> started = Optional.empty();

  private boolean closed;

  private ChildProcess() {
    atExit = AtExit.of(this::kill);
  }

  /**
   * Starts one.
   *
   * @throws IOException when it cannot be started, or this process is ending
   */
  public static ChildProcess start(ProcessBuilder builder) throws IOException {
    ChildProcess child;
    try {
      child = new ChildProcess();
    } catch (IllegalStateException ending) {
      throw new IOException(ENDING, ending);
    }
    child.begin(builder);
    return child;
  }

  private synchronized void begin(ProcessBuilder builder) throws IOException {
    if (closed) {
      throw new IOException(ENDING);
    }
    try {
      started = Optional.of(builder.start());
    } finally {
      if (started.isEmpty()) {
        atExit.close();
      }
    }
  }

  /** The process. */
  public synchronized Process process() {
    return started.orElseThrow();
  }

  private synchronized void kill() {
    closed = true;
    started.ifPresent(process -> process.destroyForcibly().onExit().join());
  }

  /** Kills it, and returns when it is dead. */
  @Override
  public void close() {
    atExit.close();
  }
}

package dev.flyball.dataflow.measure;

import org.jspecify.annotations.Nullable;

/** A node's task failed, or took no end, so that its rate is not known. */
public final class TrialFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  TrialFailedException(String node, String what, @Nullable Throwable cause) {
    super("node '" + node + "' " + what, cause);
  }
}

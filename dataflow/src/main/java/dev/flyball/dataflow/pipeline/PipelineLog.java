package dev.flyball.dataflow.pipeline;

import java.lang.System.Logger.Level;

/** The pipelines' log, for threads that must live on whatever it throws. Safe for any thread. */
final class PipelineLog {

  private static final System.Logger LOG = System.getLogger(Pipeline.class.getName());

  private PipelineLog() {}

  static void tell(Level level, String message, Throwable cause) {
    try {
      LOG.log(level, message, cause);
    } catch (Throwable inLog) {
      // Out of memory, say, or a handler that fails. The failure cannot be reported anywhere.
    }
  }
}

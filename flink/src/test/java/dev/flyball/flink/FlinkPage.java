package dev.flyball.flink;

import java.net.URI;

/** The code of docs/flink.md, compiled; a test of the pages compares the two. */
@SuppressWarnings("unused") // it is there to be compiled
final class FlinkPage {

  private FlinkPage() {}

  static void steps() throws Exception {
    FlinkJob job = FlinkJob.only(URI.create("http://localhost:8081"));
    FlinkGovernor governor = new FlinkGovernor(job, FlinkSettings.of(12));
    FlinkDecision decision = governor.step();
  }
}

package dev.flyball.dashboard;

import dev.flyball.control.Governor;
import dev.flyball.dataflow.live.FlowGovernor;
import dev.flyball.pool.AdaptivePool;
import java.io.IOException;
import java.nio.file.Path;

/** The code of docs/dashboard.md, compiled; a test of the pages compares the two. */
@SuppressWarnings("unused") // it is there to be compiled
final class DashboardPage {

  private DashboardPage() {}

  static void serves() throws IOException {
    Dashboard.serve(8090);
  }

  static void shows(AdaptivePool pool, Governor governor, FlowGovernor flowGovernor)
      throws IOException {
    Dashboard dashboard =
        Dashboard.on(8090)
            .updatesPerSecond(5)
            .announcing(System.out::println)
            .tokenFile(Path.of("/run/me/token"))
            .start();
    dashboard.show(pool).show(governor).show(flowGovernor);
    dashboard.close();
  }
}

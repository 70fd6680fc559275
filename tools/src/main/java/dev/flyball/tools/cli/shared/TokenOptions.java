package dev.flyball.tools.cli.shared;

import dev.flyball.dashboard.Dashboard;
import dev.flyball.dashboard.DashboardBuilder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the token of a page goes, with which its switches are turned: nowhere unless one says. */
public final class TokenOptions {

  @Option(
      names = "--print-token",
      description = "Print the token that turns the page's switches; the page asks for it.")
  private boolean print;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Write the token to this new file, which only you can read; it is deleted at the end.")
  private @Nullable Path file;

  /** Begins such a page. */
  public DashboardBuilder on(int port) {
    DashboardBuilder plan = Dashboard.on(port);
    return file == null ? plan : plan.tokenFile(file);
  }

  /** Says in one line how the switches are turned. */
  public String line(Dashboard dashboard) {
    if (print) {
      return "token: " + dashboard.token();
    }
    return file == null
        ? "Its switches need a token: --print-token or --token-file gives it."
        : "Its switches need the token that is in " + file + ".";
  }
}

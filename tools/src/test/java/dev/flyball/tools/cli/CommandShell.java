package dev.flyball.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.tools.cli.CommandProcess.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that runs one command line after the other, as {@link CommandLines} does, so that each
 * costs what it does and not what a virtual machine's start does.
 */
public final class CommandShell implements AutoCloseable {

  private static final Pattern ENDED =
      Pattern.compile("(?:^|\\R)" + CommandLines.ENDED + "(\\d+)\\R$");

  private final CommandProcess process;
  private int outRead;
  private int errRead;

  private CommandShell(CommandProcess process) {
    this.process = process;
  }

  /** Starts one in that folder. */
  public static CommandShell start(Path folder) throws IOException {
    return new CommandShell(CommandProcess.start(folder, CommandLines.class));
  }

  /** Runs a command line to its end. */
  public Ended run(String... words) throws IOException {
    String line = CommandLines.argument(words) + "\n";
    process.process().getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
    process.process().getOutputStream().flush();
    while (true) {
      String err = process.err().substring(errRead);
      Matcher ended = ENDED.matcher(err);
      if (ended.find()) {
        String out = process.out().substring(outRead);
        outRead += out.length();
        errRead += err.length();
        String said = err.substring(0, ended.start(1) - CommandLines.ENDED.length());
        return new Ended(Integer.parseInt(ended.group(1)), out, said);
      }
      assertThat(process.process().isAlive()).as(err).isTrue();
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Override
  public void close() throws IOException {
    process.process().getOutputStream().close();
    process.process().destroy();
  }
}

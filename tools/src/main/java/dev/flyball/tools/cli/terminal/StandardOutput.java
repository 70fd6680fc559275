package dev.flyball.tools.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Standard output that remembers whether output was lost. Print streams only report that there was
 * an error, and a reader that closes early, such as {@code head}, is no error.
 *
 * <p>Safe for use by several threads behind a print stream, which lets one write at a time.
 */
public final class StandardOutput extends OutputStream {

  private static final String READER_GONE = "Broken pipe";

  private final OutputStream out;
  private volatile boolean lost;

  StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** Puts one behind {@link System#out}. */
  public static StandardOutput install() {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
    return output;
  }

  /** Whether output was lost that a reader may want. */
  public boolean lost() {
    return lost;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      lost |= !READER_GONE.equals(e.getMessage());
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}

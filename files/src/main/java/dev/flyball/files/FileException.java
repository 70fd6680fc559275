package dev.flyball.files;

import dev.flyball.base.OneLine;

/**
 * A mistake in a file that people write or in a trace: one line that says where, and what was
 * expected.
 */
public final class FileException extends IllegalArgumentException {

  private final String file;
  private final int line;
  private final int column;

  /** A mistake at one place; line and column count from 1. */
  public FileException(String file, int line, int column, String mistake) {
    super(file + ":" + line + ":" + column + ": " + OneLine.of(mistake));
    this.file = file;
    this.line = line;
    this.column = column;
  }

  /** A mistake of the file as a whole, which has no line to point at. */
  public FileException(String file, String mistake) {
    super(file + ": " + OneLine.of(mistake));
    this.file = file;
    this.line = 0;
    this.column = 0;
  }

  /** The file, as it was called when it was asked for. */
  public String file() {
    return file;
  }

  /** The line, from 1 on; 0 for the file as a whole. */
  public int line() {
    return line;
  }

  /** The column, from 1 on; 0 for the file as a whole. */
  public int column() {
    return column;
  }
}

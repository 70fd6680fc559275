package dev.flyball.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The reader of YAML files that people write.
 *
 * <p>Nothing is guessed and nothing corrected: what is not understood is a {@link FileException},
 * whose message is one line that says where it stands and what was expected. A hostile file costs
 * no more than its length, which is at most a mebibyte.
 */
public final class YamlFile {

  private YamlFile() {}

  /**
   * Reads a file.
   *
   * @param what what it must be, as in "file must be a scenario but was empty"
   */
  public static Field read(Path file, String what) {
    try (InputStream bytes = Files.newInputStream(file)) {
      return read(file.toString(), bytes, what);
    } catch (NoSuchFileException missing) {
      throw new FileException(file.toString(), "file must exist but does not");
    } catch (IOException broken) {
      throw unreadable(file.toString(), broken);
    }
  }

  /** Reads all of a stream, which messages call by that name. */
  public static Field read(String fileName, InputStream bytes, String what) {
    try {
      return parse(fileName, bytes.readNBytes(YamlText.BYTES_MAX + 1), what);
    } catch (IOException broken) {
      throw unreadable(fileName, broken);
    }
  }

  /** Reads the text of a file, which messages call by that name. */
  public static Field parse(String fileName, String text, String what) {
    return parse(fileName, text.getBytes(StandardCharsets.UTF_8), what);
  }

  private static Field parse(String fileName, byte[] bytes, String what) {
    if (bytes.length > YamlText.BYTES_MAX) {
      throw new FileException(
          fileName, "file must be at most " + YamlText.BYTES_MAX + " bytes but was larger");
    }
    return YamlText.root(fileName, decoded(fileName, bytes), what);
  }

  private static String decoded(String fileName, byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
    text.flip();
    if (result.isError()) {
      throw notUtf8(fileName, text.toString());
    }
    boolean marked = text.length() > 0 && text.charAt(0) == '\uFEFF';
    return marked ? text.toString().substring(1) : text.toString();
  }

  private static FileException notUtf8(String fileName, String before) {
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = 1 + (int) before.chars().filter(letter -> letter == '\n').count();
    int column = 1 + before.codePointCount(lineStart, before.length());
    return new FileException(fileName, line, column, "file must be UTF-8 but was not");
  }

  private static FileException unreadable(String fileName, IOException broken) {
    return new FileException(
        fileName, "file must be one that can be read but was not: " + broken.getMessage());
  }
}

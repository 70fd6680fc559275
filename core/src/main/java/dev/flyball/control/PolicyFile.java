package dev.flyball.control;

import dev.flyball.policy.SizingPolicy;
import dev.flyball.policy.catalogue.PolicyText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * A file that holds a policy with everything it has learned, for a warm start.
 *
 * <pre>{@code
 * PolicyFile file = new PolicyFile(Path.of("orders.policy"));
 * governor.policy(file.readOr(Policies.standard()));
 * ...
 * file.write(governor.policy());
 * }</pre>
 *
 * <p>The file is one line of UTF-8 in the format of {@link PolicyText}. Writing replaces the whole
 * file: a reader sees the old policy or the new one, and a writer that stops half-way leaves the
 * old one. Two writers at once do each other no harm; the last one wins.
 */
public final class PolicyFile {

  private static final System.Logger LOG = System.getLogger(PolicyFile.class.getName());

  private final Path path;

  /** Names the file at a path; the file need not exist. */
  public PolicyFile(Path path) {
    this.path = Objects.requireNonNull(path, "path must not be null");
  }

  /** The path of the file. */
  public Path path() {
    return path;
  }

  /** Whether the file exists. */
  public boolean exists() {
    return Files.exists(path);
  }

  /**
   * Replaces the file's policy; makes missing folders.
   *
   * @param policy a {@link SizingPolicy}, or what else a provider of policies can have written,
   *     such as the policy of a pipeline
   * @throws IOException when the file cannot be written
   * @throws IllegalArgumentException when the policy is not one of the catalogue, with its wrappers
   */
  public void write(Object policy) throws IOException {
    byte[] line = (PolicyText.write(policy) + "\n").getBytes(StandardCharsets.UTF_8);
    Path place = path.toAbsolutePath();
    Path folder = place.getParent();
    if (folder == null) {
      throw new IOException("policy file must be a file but was '" + path + "'");
    }
    Files.createDirectories(folder);
    Path fresh = Files.createTempFile(folder, "." + place.getFileName(), ".new");
    try {
      fill(fresh, line);
      replace(fresh, place);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /**
   * Reads the policy in the file.
   *
   * @throws IOException when the file cannot be read
   * @throws IllegalArgumentException when it holds no policy; the message says the file, the
   *     position in it, and what was expected
   */
  public SizingPolicy read() throws IOException {
    return read(SizingPolicy.class);
  }

  /**
   * Reads the policy of a type in the file; see {@link #read()}.
   *
   * @param type what the policy is
   */
  public <P> P read(Class<P> type) throws IOException {
    String text = text();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end);
    if (end >= 0 && !text.substring(end).isBlank()) {
      throw new IllegalArgumentException(path + ", line 2: must be the end but was something");
    }
    try {
      return PolicyText.read(
          line.endsWith("\r") ? line.substring(0, line.length() - 1) : line, type);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(path + ", line 1: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the policy in the file; returns {@code cold} if there is no file, or none that can be
   * read. A file that cannot be read, such as one of another version, is logged as a warning with
   * the reason, and stays unchanged until the next {@link #write}.
   *
   * @param cold the policy without anything learned
   */
  public SizingPolicy readOr(SizingPolicy cold) {
    return readOr(SizingPolicy.class, cold);
  }

  /** Reads the policy of a type in the file, or returns {@code cold}; see {@link #readOr}. */
  public <P> P readOr(Class<P> type, P cold) {
    try {
      if (exists()) {
        return read(type);
      }
      LOG.log(System.Logger.Level.INFO, () -> "no policy in " + path + ": starts cold");
    } catch (IOException | IllegalArgumentException e) {
      LOG.log(System.Logger.Level.WARNING, "policy cannot be read, starts cold", e);
    }
    return cold;
  }

  private String text() throws IOException {
    try {
      return Files.readString(path);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(path + ": must be text in UTF-8 but was not", e);
    }
  }

  private static void fill(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  private static void replace(Path fresh, Path place) throws IOException {
    try {
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(fresh, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}

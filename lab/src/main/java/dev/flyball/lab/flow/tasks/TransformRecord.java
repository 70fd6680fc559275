package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import dev.flyball.dataflow.measure.RecordTask;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Takes a record of named fields apart, writes it anew as JSON, and makes a SHA-256 of that: work
 * for a processor, and nothing to wait for.
 *
 * @param bytes how long a record is, from 1 to {@value #BYTES_MAX}
 */
public record TransformRecord(int bytes) implements NodeWork {

  static final int BYTES_MAX = 16 << 20;

  public TransformRecord {
    Require.between("bytes", 1, BYTES_MAX, bytes);
  }

  @Override
  public String text() {
    return "transforms " + bytes + " bytes (parses fields, writes JSON, SHA-256)";
  }

  @Override
  public NodeTasks open(WorkSite site) {
    return () -> new Transformer(bytes);
  }

  /** One thread's work; keeps its last result, so that the compiler cannot remove the work. */
  static final class Transformer implements RecordTask {

    private final String record;
    private final MessageDigest digest;
    private byte[] made = new byte[0];

    Transformer(int bytes) throws NoSuchAlgorithmException {
      record = Tickets.text(bytes);
      digest = MessageDigest.getInstance("SHA-256");
    }

    @Override
    public void processOne() {
      digest.update(made); // each record hangs on the one before
      made = digest.digest(json(record).getBytes(StandardCharsets.UTF_8));
    }

    static String json(String record) {
      StringBuilder json = new StringBuilder(2 * record.length()).append('{');
      int from = 0;
      while (from < record.length()) {
        int end = record.indexOf(';', from);
        int to = end < 0 ? record.length() : end;
        int sign = record.indexOf('=', from);
        if (sign >= 0 && sign + 1 < to) {
          json.append(json.length() == 1 ? "" : ",").append('"').append(record, from, sign);
          json.append("\":").append(Long.parseLong(record, sign + 1, to, 10));
        }
        from = to + 1;
      }
      return json.append('}').toString();
    }
  }
}

package dev.flyball.dataflow.pipeline;

import java.io.IOException;

/**
 * How records become bytes and bytes records.
 *
 * @param <T> the records
 */
public interface RecordFormat<T> {

  /** The record's bytes. */
  byte[] write(T record) throws IOException;

  /** The record of these bytes. */
  T read(byte[] bytes) throws IOException;
}

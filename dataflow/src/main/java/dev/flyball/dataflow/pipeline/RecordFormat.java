package dev.flyball.dataflow.pipeline;

import java.io.IOException;

/**
 * A conversion of records to bytes and back.
 *
 * @param <T> the records
 */
public interface RecordFormat<T> {

  /** The record's bytes. */
  byte[] write(T record) throws IOException;

  /** The record of these bytes. */
  T read(byte[] bytes) throws IOException;
}

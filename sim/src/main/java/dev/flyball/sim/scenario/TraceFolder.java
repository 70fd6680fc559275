package dev.flyball.sim.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The folder of the traces that a scenario names. */
interface TraceFolder {

  /** Where there are none. */
  TraceFolder NONE =
      new TraceFolder() {
        @Override
        public boolean reaches(String name) {
          return true;
        }

        @Override
        public InputStream open(String name) throws IOException {
          throw new NoSuchFileException(name);
        }

        @Override
        public String label(String name) {
          return name;
        }
      };

  /** Whether a name leads to a file in the folder, or below it; it need not exist. */
  boolean reaches(String name);

  /** The trace, to be read from its beginning. */
  InputStream open(String name) throws IOException;

  /** What the trace is called in messages. */
  String label(String name);

  /** A folder of files. */
  static TraceFolder of(Path folder) {
    return new TraceFolder() {
      @Override
      public boolean reaches(String name) {
        Path here = folder.toAbsolutePath().normalize();
        return here.resolve(name).normalize().startsWith(here);
      }

      @Override
      public InputStream open(String name) throws IOException {
        return Files.newInputStream(folder.resolve(name));
      }

      @Override
      public String label(String name) {
        return folder.resolve(name).toString();
      }
    };
  }
}

package dev.flyball.tools.cli.shared;

import picocli.CommandLine.IVersionProvider;

/** Says which version this is, and of which commit. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "flyball "
          + (version == null ? "(unpackaged)" : version)
          + ", commit "
          + System.getProperty("flyball.commit", "unknown"),
      "Java " + Runtime.version()
    };
  }
}

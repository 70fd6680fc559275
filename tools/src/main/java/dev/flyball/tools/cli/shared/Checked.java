package dev.flyball.tools.cli.shared;

import picocli.CommandLine.ParameterException;

/** A command that finds mistakes in its arguments before it begins. */
@FunctionalInterface
public interface Checked {
  /**
   * Checks them.
   *
   * @throws ParameterException when one is wrong
   */
  void check();
}

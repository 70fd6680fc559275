package dev.flyball.tools.cli.watch;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.flyball.base.OneLine;
import java.io.IOException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.remote.JMXServiceURL;

/**
 * A Java program of this user on this machine, known by its process's number.
 *
 * @param handle its process
 */
record JavaProcess(ProcessHandle handle) {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");

  /** Whether a word is a process's number. */
  static boolean isNumber(String word) {
    return NUMBER.matcher(word).matches();
  }

  /**
   * The process of that number, whatever runs in it.
   *
   * @throws IllegalArgumentException when there is none
   */
  static JavaProcess of(String number) {
    return ProcessHandle.of(Long.parseLong(number))
        .map(JavaProcess::new)
        .orElseThrow(
            () -> new IllegalArgumentException("there is no process " + number + "; " + running()));
  }

  /** What Java programs there are, for a message. */
  static String running() {
    long own = ProcessHandle.current().pid();
    String found =
        VirtualMachine.list().stream()
            .filter(machine -> !machine.id().equals(Long.toString(own)))
            .map(JavaProcess::described)
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? "no other Java program runs here" : "here run " + found;
  }

  private static String described(VirtualMachineDescriptor machine) {
    String[] words = machine.displayName().strip().split("\\s+", 2);
    String name = OneLine.of(words[0]);
    return name.isEmpty() ? machine.id() : machine.id() + " (" + name + ")";
  }

  /** The class or the jar that it was started with, and its arguments; empty where not known. */
  String commandName() {
    String id = Long.toString(handle.pid());
    return VirtualMachine.list().stream()
        .filter(machine -> machine.id().equals(id))
        .map(VirtualMachineDescriptor::displayName)
        .findFirst()
        .orElse("");
  }

  /** What people call it. */
  String name() {
    return "process " + handle.pid();
  }

  /**
   * Checks that it is a Java program: to one that is none, attaching sends a signal that ends it.
   *
   * @throws IOException when it is none, or another user's
   */
  void requireJava() throws IOException {
    String id = Long.toString(handle.pid());
    if (VirtualMachine.list().stream().noneMatch(machine -> machine.id().equals(id))) {
      throw new IOException(name() + " must be a Java program of yours but is not; " + running());
    }
  }

  /**
   * Where its bean server can be reached; the program begins to listen there.
   *
   * @throws IOException when it is no Java program of this user, or does not let itself be attached
   *     to
   */
  JMXServiceURL beanServer() throws IOException {
    requireJava();
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(handle.pid()));
      try {
        return new JMXServiceURL(machine.startLocalManagementAgent());
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException | IOException e) {
      throw new IOException(
          name() + " must let itself be attached to but does not: " + e.getMessage(), e);
    }
  }
}

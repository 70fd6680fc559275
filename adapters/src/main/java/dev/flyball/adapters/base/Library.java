package dev.flyball.adapters.base;

/** Whether an optional library is there. */
public final class Library {

  private Library() {}

  /** Whether the adapters' class loader finds a class; the class is not initialised. */
  public static boolean has(String className) {
    try {
      Class.forName(className, false, Library.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError absent) {
      return false;
    }
  }
}

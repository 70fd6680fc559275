package dev.flyball.lab.flow.tasks;

import dev.flyball.base.Require;
import dev.flyball.dataflow.measure.NodeTasks;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.concurrent.Callable;

/**
 * What a class of the user's own does.
 *
 * <p>The class is public, has a public constructor without parameters, and is one of two: a {@link
 * NodeTasks}, or, so that it need not know this project, a {@code Callable} that each thread calls
 * once, for the {@code Runnable} that does one record each time it is run. An {@code AutoCloseable}
 * is closed at the end, the class as well as each {@code Runnable}. Whatever one of them throws
 * ends the measurement.
 *
 * @param className the class's full name
 */
public record OwnClass(String className) implements NodeWork {
  public OwnClass {
    Require.notBlank("class", className);
  }

  @Override
  public String text() {
    return "does what " + className + " does";
  }

  @Override
  public void check(WorkSite site) {
    load(site);
  }

  private Constructor<?> load(WorkSite site) {
    Class<?> found;
    Constructor<?> maker;
    try {
      found = Class.forName(className, false, site.classes());
      maker = found.getConstructor();
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "class must be on the class path but '" + className + "' is not", e);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "class must have a public constructor without parameters but '"
              + className
              + "' has none",
          e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "class must be one that can be loaded but '" + className + "' is not: " + e, e);
    }
    if (!Modifier.isPublic(found.getModifiers())) {
      throw new IllegalArgumentException("class must be public but '" + className + "' is not");
    }
    if (!NodeTasks.class.isAssignableFrom(found) && !Callable.class.isAssignableFrom(found)) {
      throw new IllegalArgumentException(
          "class must be a "
              + NodeTasks.class.getName()
              + " or a java.util.concurrent.Callable of a Runnable but '"
              + className
              + "' is neither");
    }
    return maker;
  }

  @Override
  public NodeTasks open(WorkSite site) throws Exception {
    Object made;
    try {
      made = load(site).newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "the constructor of " + className + " failed: " + e.getCause(), e.getCause());
    }
    return made instanceof NodeTasks tasks ? tasks : new CalledTasks((Callable<?>) made);
  }
}

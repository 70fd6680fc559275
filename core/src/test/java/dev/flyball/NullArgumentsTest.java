package dev.flyball;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.admission.TaskOptions;
import dev.flyball.control.Governor;
import dev.flyball.control.ScriptedTarget;
import dev.flyball.policy.FixedSize;
import dev.flyball.policy.Observation;
import dev.flyball.policy.catalogue.StandardPolicy;
import dev.flyball.pool.AdaptivePool;
import dev.flyball.pool.Limiter;
import dev.flyball.pool.Permits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A null is refused by the method that it is given to, by name, and not when it is used. */
class NullArgumentsTest {

  static Stream<Object> builders() {
    return Stream.of(
        AdaptivePool.named("orders"),
        Limiter.named("orders"),
        Permits.named("orders"),
        Governor.of("orders", new ScriptedTarget(), new FixedSize(4)),
        Governor.of("orders", new ScriptedTarget(), new FixedSize(4)).build(),
        Observation.of(0, 1),
        StandardPolicy.settings());
  }

  static Stream<Object> targets() {
    AdaptivePool pool = AdaptivePool.named("orders").ungoverned().build();
    Limiter limiter = Limiter.named("orders").ungoverned().build();
    Permits permits = Permits.named("orders").ungoverned().build();
    return Stream.of(pool, limiter, permits);
  }

  @ParameterizedTest
  @MethodSource({"builders", "targets"})
  void aNullIsRefusedWhereItIsGiven(Object builder) throws IllegalAccessException {
    int tried = 0;
    for (Method method : builder.getClass().getMethods()) {
      boolean own = method.getDeclaringClass().getName().startsWith("dev.flyball.");
      if (!own || Modifier.isStatic(method.getModifiers()) || method.getName().equals("equals")) {
        continue;
      }
      for (int i = 0; i < method.getParameterCount(); i++) {
        if (!method.getParameterTypes()[i].isPrimitive() && !isResult(method, i)) {
          refuses(builder, method, i);
          tried++;
        }
      }
    }
    assertThat(tried).isPositive();
  }

  /** The result of a runnable may be null. */
  private static boolean isResult(Method method, int argument) {
    return argument == 1 && method.getParameterTypes()[0] == Runnable.class;
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void aNullAlarmIsRefused() {
    assertThatThrownBy(
            () -> AdaptivePool.named("orders").ungoverned().build().control().onSaturation(null))
        .hasMessage("alarm must not be null");
  }

  private static void refuses(Object builder, Method method, int nullAt)
      throws IllegalAccessException {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = i == nullAt ? null : some(method.getParameterTypes()[i]);
    }
    try {
      method.invoke(builder, arguments);
      assertThat(false).as("%s takes a null as its argument %d", method, nullAt).isTrue();
    } catch (InvocationTargetException e) {
      assertThat(e.getCause())
          .as("%s, argument %d", method, nullAt)
          .isInstanceOf(NullPointerException.class)
          .hasMessageContaining("must not be null");
    }
  }

  private static Object some(Class<?> type) {
    if (type == int.class) {
      return 4;
    } else if (type == long.class) {
      return 4L;
    } else if (type == double.class) {
      return 4.0;
    }
    if (type.isInterface()) {
      return Proxy.newProxyInstance(
          NullArgumentsTest.class.getClassLoader(),
          new Class<?>[] {type},
          (proxy, method, given) -> null);
    }
    if (type == TaskOptions.class) {
      return TaskOptions.NONE;
    } else if (type == TimeUnit.class) {
      return TimeUnit.SECONDS;
    }
    return type == String.class ? "some" : Duration.ofSeconds(1);
  }
}

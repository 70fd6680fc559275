package dev.flyball.tools.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flyball.expose.view.OpenRecord;
import dev.flyball.expose.view.PoolView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** What a program that is watched may send. */
class WatchFilterTest {

  /** A class that is no part of JMX. */
  private record Foreign(String text) implements Serializable {}

  private static Object sent(Object object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      in.setObjectInputFilter(new AnswerFilter());
      return in.readObject();
    }
  }

  @Test
  void whatPoolsAreSeenByIsTaken() throws Exception {
    Object steering = OpenRecord.write(PoolView.Steering.NONE);
    assertThat(sent(steering)).isEqualTo(steering);
  }

  @Test
  void aForeignClassIsRefusedHoweverItIsWrapped() {
    Foreign foreign = new Foreign("x");
    assertThatThrownBy(() -> sent(foreign)).isInstanceOf(InvalidClassException.class);
    assertThatThrownBy(() -> sent(new ArrayList<>(List.of(foreign))))
        .isInstanceOf(InvalidClassException.class);
  }

  @Test
  void whatIsTooLargeOrTooDeepIsRefused() {
    assertThatThrownBy(() -> sent(new int[200_000])).isInstanceOf(InvalidClassException.class);
    ArrayList<Object> deep = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      deep = new ArrayList<>(List.of(deep));
    }
    ArrayList<Object> sent = deep;
    assertThatThrownBy(() -> sent(sent)).isInstanceOf(InvalidClassException.class);
  }

  @Test
  @SuppressWarnings("JdkObsolete") // a collection of the kind that a hostile program may send
  void setsOfNamesAreTakenButNotSetsOfSets() throws Exception {
    Set<ObjectName> names = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      names.add(new ObjectName("dev.flyball:type=Pool,name=p" + i));
    }
    assertThat(sent(names)).isEqualTo(names);

    Set<Object> sets = new HashSet<>();
    Set<Object> twin = new HashSet<>(Set.of("x"));
    for (int i = 0; i < 10; i++) {
      Set<Object> outer = new HashSet<>(List.of(sets, twin));
      twin = new HashSet<>(List.of(sets, i));
      sets = outer;
    }
    Set<Object> nested = sets;
    assertThatThrownBy(() -> sent(nested)).isInstanceOf(InvalidClassException.class);
    Object lists = new LinkedList<>(List.of(new LinkedList<>(List.of(new LinkedList<>()))));
    assertThatThrownBy(() ->
            sent(
                new ArrayList<>(
                    List.of(
                        lists,
                        new HashSet<>(
                            Set.of(
                                new LinkedList<>(
                                    List.of(
                                        new LinkedList<>(
                                            List.of(new LinkedList<>(List.of(1))))))))))))
        .isInstanceOf(InvalidClassException.class);
  }
}

package dev.flyball;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users can name is what {@code src/test/surface.txt} says: a line that goes breaks them, one
 * that comes is there to stay. {@code -Dgolden=update} writes it anew.
 */
class PublicSurfaceTest {

  private static final Pattern OWN_TYPE =
      Pattern.compile("\\b(dev\\.flyball(?:\\.[a-z]+)*)\\.[A-Z]");

  private static final Path SURFACE = Path.of("src/test/surface.txt");

  @Test
  void isTheCommittedOne() throws IOException, URISyntaxException {
    List<String> lines = surface();
    if ("update".equals(System.getProperty("golden"))) {
      Files.write(SURFACE, lines);
    }
    List<String> committed = Files.readAllLines(SURFACE);
    Set<String> gone = new TreeSet<>(committed);
    lines.forEach(gone::remove);
    Set<String> come = new TreeSet<>(lines);
    committed.forEach(come::remove);
    assertThat(gone).as("gone from the public surface: breaks users").isEmpty();
    assertThat(come).as("new in it: -Dgolden=update, when it is there to stay").isEmpty();
  }

  @Test
  void namesNoTypeThatIsNotExported() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Flyball.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> exported = exported(classes);
    assertThat(surface())
        .allSatisfy(line ->
            assertThat(OWN_TYPE.matcher(line).results().map(it -> it.group(1)).toList())
                .as(line)
                .isSubsetOf(exported));
  }

  private static List<String> surface() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Flyball.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> lines = new TreeSet<>();
    for (String exported : exported(classes)) {
      try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
            .map(name -> type(exported + "." + name.substring(0, name.length() - 6)))
            .filter(PublicSurfaceTest::isVisible)
            .forEach(type -> lines.addAll(of(type)));
      }
    }
    return List.copyOf(lines);
  }

  private static Set<String> exported(Path classes) throws IOException {
    try (InputStream module = Files.newInputStream(classes.resolve("module-info.class"))) {
      return ModuleDescriptor.read(module).exports().stream()
          .filter(exports -> !exports.isQualified())
          .map(ModuleDescriptor.Exports::source)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, PublicSurfaceTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new UncheckedIOException(new IOException(name, e));
    }
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return Modifier.isPublic(type.getModifiers()) && (outer == null || isVisible(outer));
  }

  private static List<String> of(Class<?> type) {
    String head = type.getName();
    Stream<String> members =
        Stream.of(
                Arrays.stream(type.getDeclaredConstructors())
                    .filter(made -> isOpen(made.getModifiers()))
                    .map(PublicSurfaceTest::text),
                methods(type).map(PublicSurfaceTest::text),
                Arrays.stream(type.getDeclaredFields())
                    .filter(field -> isOpen(field.getModifiers()))
                    .map(PublicSurfaceTest::text))
            .flatMap(each -> each)
            .map(member -> head + " " + member);
    return Stream.concat(Stream.of(head + " " + kind(type)), members).toList();
  }

  /** Its own, and those of its supertypes that are not exported themselves. */
  private static Stream<Method> methods(Class<?> type) {
    Stream<Class<?>> types = Stream.of(type);
    for (Class<?> above = type.getSuperclass();
        above != null && isOurs(above) && !isVisible(above);
        above = above.getSuperclass()) {
      types = Stream.concat(types, Stream.of(above));
    }
    return types
        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
        .filter(method -> isOpen(method.getModifiers()) && !method.isSynthetic());
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("dev.flyball.");
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String kind(Class<?> type) {
    String is =
        type.isRecord()
            ? "record"
            : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
    return is
        + (Modifier.isFinal(type.getModifiers()) ? " final" : "")
        + Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Arrays.stream(type.getGenericInterfaces()))
            .map(Type::getTypeName)
            .filter(name -> !name.equals("java.lang.Object") && !name.equals("java.lang.Record"))
            .collect(Collectors.joining(", ", " : ", ""));
  }

  private static String text(Constructor<?> made) {
    return "new" + parameters(made.getGenericParameterTypes());
  }

  private static String text(Method method) {
    return (Modifier.isStatic(method.getModifiers()) ? "static " : "")
        + (Modifier.isAbstract(method.getModifiers()) ? "abstract " : "")
        + method.getGenericReturnType().getTypeName()
        + " "
        + method.getName()
        + parameters(method.getGenericParameterTypes())
        + Arrays.stream(method.getGenericExceptionTypes())
            .map(Type::getTypeName)
            .map(" throws "::concat)
            .collect(Collectors.joining());
  }

  private static String text(Field field) {
    return field.getGenericType().getTypeName() + " " + field.getName();
  }

  private static String parameters(Type[] types) {
    return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", "(", ")"));
  }
}

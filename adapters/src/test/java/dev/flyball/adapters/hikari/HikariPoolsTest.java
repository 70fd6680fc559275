package dev.flyball.adapters.hikari;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flyball.pool.foreign.ForeignPoolProvider;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HikariPoolsTest {

  @Test
  void loadsWhereHikariIsAbsent() throws IOException, ReflectiveOperationException {
    ClassLoader shared =
        new ClassLoader(ForeignPoolProvider.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.zaxxer.") || name.startsWith("dev.flyball.adapters.")) {
              throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
          }
        };
    try (URLClassLoader without = new URLClassLoader(places(), shared)) {
      Class<?> type = without.loadClass(HikariPools.class.getName());
      ForeignPoolProvider provider =
          (ForeignPoolProvider) type.getDeclaredConstructor().newInstance();
      assertThat(type).isNotEqualTo(HikariPools.class);
      assertThat(provider.adopt(new Object())).isEmpty();
    }
  }

  private static URL[] places() throws MalformedURLException {
    List<URL> places = new ArrayList<>();
    for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (!place.contains("HikariCP")) {
        places.add(new File(place).toURI().toURL());
      }
    }
    return places.toArray(URL[]::new);
  }
}

package dev.flyball.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files that the page is made of, as they lie beside this class. */
final class Assets {

  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  private static final Map<String, String> TYPES = types();

  private final Map<String, Asset> byPath;

  /** A file with its media type; the bytes never change. */
  static final class Asset {
    private final String type;
    private final byte[] bytes;

    private Asset(String type, byte[] bytes) {
      this.type = type;
      this.bytes = bytes;
    }

    String type() {
      return type;
    }

    byte[] bytes() {
      return bytes.clone();
    }
  }

  private Assets(Map<String, Asset> byPath) {
    this.byPath = byPath;
  }

  private static Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    types.put("index.html", "text/html; charset=utf-8");
    types.put("style.css", STYLE);
    types.put("icon.svg", "image/svg+xml");
    types.put("icon-trouble.svg", "image/svg+xml");
    for (String module :
        new String[] {
          "address",
          "app",
          "cards",
          "charts",
          "connection",
          "detail",
          "flows",
          "format",
          "journal",
          "kept",
          "marks",
          "pool",
          "scatter",
          "shed",
          "source",
          "switches",
          "verdict"
        }) {
      types.put(module + ".js", SCRIPT);
    }
    types.put("uplot/uPlot.iife.min.js", SCRIPT);
    types.put("uplot/uPlot.min.css", STYLE);
    return types;
  }

  /** All of them, read into memory. */
  static Assets load() {
    Map<String, Asset> byPath = new LinkedHashMap<>();
    TYPES.forEach((name, type) -> byPath.put("/" + name, new Asset(type, read(name))));
    byPath.put("/", byPath.get("/index.html"));
    return new Assets(byPath);
  }

  private static byte[] read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream("page/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the page must have a file " + name + " but has not");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where they are. */
  List<String> paths() {
    return List.copyOf(byPath.keySet());
  }

  /** The file at that path. */
  Optional<Asset> at(String path) {
    return Optional.ofNullable(byPath.get(path));
  }
}

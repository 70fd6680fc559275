package dev.flyball.files;

import dev.flyball.base.OneLine;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The text of a YAML file as a tree of YAML nodes, each of which knows where it stands.
 *
 * <p>Before the tree is made the text's events are walked once, in constant space, and whatever
 * could make the tree larger or deeper than the text suggests is turned away: references to other
 * values, deep nesting, further documents, tags of types, values without number. So a hostile file
 * costs no more than its length, which has a bound.
 */
final class YamlText {

  /** The largest file, in bytes. */
  static final int BYTES_MAX = 1 << 20;

  private static final int DEPTH_MAX = 20;
  private static final int VALUES_MAX = 10_000;
  private static final int LINE_LENGTH_MAX = 10_000;

  private final String file;
  private int depth;
  private int documents;
  private int values;

  private YamlText(String file) {
    this.file = file;
  }

  /** The file's one document. */
  static Field root(String file, String text, String what) {
    requirePlain(file, text);
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setCodePointLimit(BYTES_MAX + 1)
            .setAllowNonScalarKeys(true) // they are refused later, where they stand
            .build();
    YamlText checks = new YamlText(file);
    try {
      for (Event event : new Parse(settings).parseString(text)) {
        checks.see(event);
      }
      return new Compose(settings)
          .composeString(text)
          .map(node -> new Field(file, "file", node, node))
          .orElseThrow(() -> empty(file, what));
    } catch (MarkedYamlEngineException broken) {
      throw notYaml(file, broken);
    } catch (YamlEngineException broken) {
      throw new FileException(file, "file must be YAML but " + broken.getMessage());
    }
  }

  private void see(Event event) {
    if (event instanceof DocumentStartEvent && ++documents > 1) {
      throw at(event, "file must be one document but was several");
    }
    if (event instanceof AliasEvent alias) {
      throw at(event, "value must be written out but was the reference *" + alias.getAlias());
    }
    if (event instanceof CollectionEndEvent) {
      depth--;
    }
    if (event instanceof CollectionStartEvent start) {
      start.getTag().ifPresent(tag -> refuseTag(event, tag));
      if (++depth > DEPTH_MAX) {
        throw at(event, "nesting must be at most " + DEPTH_MAX + " deep but was deeper");
      }
    }
    if (event instanceof ScalarEvent scalar) {
      scalar.getTag().ifPresent(tag -> refuseTag(event, tag));
    }
    if (event instanceof NodeEvent node) {
      if (++values > VALUES_MAX) {
        throw at(event, "file must be at most " + VALUES_MAX + " values but had more");
      }
      node.getAnchor()
          .ifPresent(anchor -> {
            throw at(event, "value must be without a label but was labelled &" + anchor);
          });
    }
  }

  private void refuseTag(Event event, String tag) {
    throw at(event, "value must be without a tag but had " + Shown.value(tag));
  }

  private FileException at(Event event, String mistake) {
    Mark mark = event.getStartMark().orElseThrow();
    return new FileException(file, mark.getLine() + 1, mark.getColumn() + 1, mistake);
  }

  private static FileException empty(String file, String what) {
    return new FileException(file, 1, 1, "file must be " + what + " but was empty");
  }

  private static FileException notYaml(String file, MarkedYamlEngineException broken) {
    String mistake = "file must be YAML but " + broken.getProblem();
    return broken
        .getProblemMark()
        .map(m -> new FileException(file, m.getLine() + 1, m.getColumn() + 1, mistake))
        .orElseGet(() -> new FileException(file, mistake));
  }

  private static void requirePlain(String file, String text) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int point = text.codePointAt(i);
      if (point == '\n') {
        line++;
        column = 1;
      } else if (!isPrintable(point)) {
        throw new FileException(
            file, line, column, "character must be printable but was " + OneLine.code(point));
      } else if (++column > LINE_LENGTH_MAX) {
        throw new FileException(
            file, line, 1, "line must be at most " + LINE_LENGTH_MAX + " letters but was longer");
      }
    }
  }

  /** What YAML 1.2 allows; a tab is left to YAML, which allows it in some places. */
  private static boolean isPrintable(int point) {
    return point == '\t'
        || point == '\r'
        || point == 0x85
        || (point >= ' ' && point < 0x7f)
        || (point >= 0xa0 && point < 0xd800)
        || (point >= 0xe000 && point < 0xfffe)
        || point >= 0x10000;
  }
}

// Reads a module and a save with VASSAL's own classes: where hexes lie, and which piece stands on which.
// `java -cp ENGINE ReadVassal.java MODULE SAVE HEX...` prints a line for each hex and each piece, parted by tabs.

import VASSAL.build.AbstractConfigurable;
import VASSAL.build.module.map.boardPicker.board.HexGrid;
import VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering;
import VASSAL.tools.SequenceEncoder;
import VASSAL.tools.io.DeobfuscatingInputStream;
import java.awt.Point;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

public class ReadVassal {
  public static void main(String[] told) throws Exception {
    HexGrid grid = gridOf(told[0]);
    for (int i = 2; i < told.length; i++) {
      Point at = grid.getLocation(told[i]);
      System.out.println(String.join("\t", "hex", told[i], "" + at.x, "" + at.y, grid.locationName(at)));
    }
    for (String command : commandsOf(told[1]).split("\u001b")) {
      if (command.startsWith("+/")) piece(command, grid);
    }
  }

  static HexGrid gridOf(String module) throws Exception {
    Document parts;
    try (ZipFile zip = new ZipFile(module)) {
      InputStream in = zip.getInputStream(zip.getEntry("buildFile.xml"));
      parts = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }
    HexGrid grid = new HexGrid();
    HexGridNumbering numbering = new HexGridNumbering();
    fill(grid, parts);
    fill(numbering, parts);
    numbering.addTo(grid);
    grid.setGridNumbering(numbering);
    return grid;
  }

  static void fill(AbstractConfigurable part, Document parts) {
    Element told = (Element) parts.getElementsByTagName(part.getClass().getName()).item(0);
    for (String key : part.getAttributeNames()) {
      if (told.hasAttribute(key)) part.setAttribute(key, told.getAttribute(key));
    }
  }

  static String commandsOf(String save) throws Exception {
    try (ZipFile zip = new ZipFile(save);
        InputStream in = new DeobfuscatingInputStream(zip.getInputStream(zip.getEntry("savedGame")))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static void piece(String command, HexGrid grid) {
    SequenceEncoder.Decoder parts = new SequenceEncoder.Decoder(command.substring(2), '/');
    parts.nextToken();
    String type = parts.nextToken();
    String state = parts.nextToken();
    if (type.equals("stack")) return;
    String marks = "";
    while (!type.startsWith("piece;")) {
      SequenceEncoder.Decoder types = new SequenceEncoder.Decoder(type, '\t');
      SequenceEncoder.Decoder states = new SequenceEncoder.Decoder(state, '\t');
      String own = states.nextToken();
      if (types.nextToken().startsWith("mark;")) marks = own;
      type = types.nextToken();
      state = states.nextToken();
    }
    SequenceEncoder.Decoder basic = new SequenceEncoder.Decoder(state, ';');
    basic.nextToken();
    Point at = new Point(basic.nextInt(0), basic.nextInt(0));
    SequenceEncoder.Decoder values = new SequenceEncoder.Decoder(marks, ',');
    String unit = "";
    while (values.hasMoreTokens()) unit = values.nextToken();
    System.out.println(String.join("\t", "piece", unit, "" + at.x, "" + at.y, grid.locationName(at)));
  }
}

// Opens a module and a save in VASSAL itself, tells what it sees, moves a piece and saves the game as the program does.
// `java -cp ... OpenVassal MODULE SAVE UNIT HEX NEW_SAVE` prints lines of words parted by tabs. It needs a display.

import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.WizardSupport;
import VASSAL.build.module.map.boardPicker.Board;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.counters.Stack;
import VASSAL.tools.DataArchive;
import VASSAL.tools.io.ObfuscatingOutputStream;
import VASSAL.tools.menu.MenuBarProxy;
import VASSAL.tools.menu.MenuManager;
import java.awt.Point;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.swing.JFrame;
import javax.swing.JMenuBar;
import javax.swing.SwingUtilities;

public class OpenVassal {
  static class Menus extends MenuManager {
    final MenuBarProxy bar = new MenuBarProxy();

    public JMenuBar getMenuBarFor(JFrame frame) {
      return null;
    }

    public MenuBarProxy getMenuBarProxyFor(JFrame frame) {
      return bar;
    }
  }

  // Which side one plays is asked in a dialog that nobody here would answer.
  static class NobodyAsked extends WizardSupport {
    public void showGameSetupWizard() {}
  }

  static class Game extends GameModule {
    final WizardSupport silent = new NobodyAsked();

    Game(String module) throws Exception {
      super(new DataArchive(module));
    }

    public WizardSupport getWizardSupport() {
      return silent;
    }
  }

  public static void main(String[] told) throws Exception {
    new Menus();
    SwingUtilities.invokeAndWait(() -> {
      int code = 1;
      try {
        open(told);
        code = 0;
      } catch (Throwable wrong) {
        wrong.printStackTrace();
      }
      System.out.flush();
      // At once: a game that was loaded asks whether to keep a log as soon as this is done, and waits for an answer.
      Runtime.getRuntime().halt(code);
    });
  }

  static void open(String[] told) throws Exception {
    GameModule game = new Game(told[0]);
    GameModule.init(game);
    say("module", game.getGameName());
    for (PieceSlot slot : game.getAllDescendantComponentsOf(PieceSlot.class)) {
      say("slot", slot.getPiece().getProperty("Unit"), slot.getPiece().getName());
    }
    game.getGameState().decodeSavedGame(new File(told[1])).execute();
    Map map = Map.getMapList().get(0);
    for (Board board : map.getBoards()) hexes(board);
    for (GamePiece piece : pieces(map)) {
      Point at = piece.getPosition();
      say("piece", piece.getProperty("Unit"), piece.getName(), piece.getProperty("Side"), piece.getProperty("Strength"),
          map.locationName(at), at.x, at.y, piece.boundingBox().width);
    }
    move(map, told[2], told[3]);
    keep(game, told[4]);
  }

  // What the program writes when a game is saved; it would ask for a remark in a dialog first.
  static void keep(GameModule game, String file) throws Exception {
    String text = game.encode(game.getGameState().getRestoreCommand());
    try (ZipOutputStream zip = new ZipOutputStream(new FileOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("savedGame"));
      try (OutputStream veil = new ObfuscatingOutputStream(zip)) {
        veil.write(text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  static void hexes(Board board) throws Exception {
    say("board", board.bounds().width, board.bounds().height);
    for (int across = 1; across <= 10; across++) {
      for (int down = 1; down <= 8; down++) {
        String number = String.format("%02d%02d", across, down);
        Point at = board.getGrid().getLocation(number);
        say("hex", number, at.x, at.y, board.locationName(at));
      }
    }
  }

  static List<GamePiece> pieces(Map map) {
    List<GamePiece> found = new ArrayList<>();
    for (GamePiece one : map.getPieces()) {
      if (one instanceof Stack) found.addAll(((Stack) one).asList());
      else found.add(one);
    }
    return found;
  }

  static void move(Map map, String unit, String hex) throws Exception {
    for (GamePiece piece : pieces(map)) {
      if (!unit.equals(piece.getProperty("Unit"))) continue;
      Point to = map.getBoards().iterator().next().getGrid().getLocation(hex);
      map.placeOrMerge(piece, map.snapTo(to));
    }
  }

  static void say(Object... words) {
    List<String> line = new ArrayList<>();
    for (Object word : words) line.add(String.valueOf(word));
    System.out.println(String.join("\t", line));
  }
}

"""What is fought for can be read on the page's map, on a desk and on a phone, from far and from near."""

import pytest

from tests.webui.test_day import VIEW

WATCHED = """() => { window.told = [];
  for (const kind of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    const old = kind.prototype.fillText;
    kind.prototype.fillText = function (...said) { window.told.push(String(said[0])); return old.apply(this, said); };
  } }"""
ZOOMED = """async (by) => {
  window.told.length = 0;
  view.map.setZoom(view.map.getZoom() + by, { animate: false });
  view.redraw?.();
  const next = () => new Promise((done) => requestAnimationFrame(done));
  while (view.groundLayer.isBusy() || view.painter.lettering.asked) await next();
  for (let n = 0; n < 4; n++) await next();
}"""
UNREAD = """() => {
  const { u, v } = view.ground.geometry, sight = view.map.getBounds().pad(-0.12);
  return view.state.view.objectives
    .filter(({ hex, label }) => sight.contains([-v[hex], u[hex]]) && !window.told.includes(label))
    .map(({ label }) => label);
}"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_every_objective_in_sight_is_named_from_far_and_near(guarded, size):
    page = guarded.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(f"({WATCHED})()")
    page.goto(f"{guarded.address}/c/ardennes/umpire/")
    page.wait_for_selector("#page[data-ready]")
    page.evaluate(VIEW)
    seen = page.evaluate("() => view.state.view.objectives.length")
    assert seen > 20
    page.evaluate(ZOOMED, 1)
    for by in (-1, 3, 3):
        page.evaluate(ZOOMED, by)
        page.wait_for_function("() => window.told.length > 0")
        assert page.evaluate(UNREAD) == []

package io.github.talosforge.report;

/** What the browser is asked about the page. */
final class PageScripts {
  /**
   * The lowest contrast between a text and what is behind it. In a drawing, that is the last shape
   * with a fill that was drawn before the text and below it.
   */
  static final String LOWEST_CONTRAST =
      """
      (() => {
        const numbers = c => c.match(/[\\d.]+/g).map(Number);
        const light = c => { const [r, g, b] = numbers(c).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const behind = e => { for (; e; e = e.parentElement) {
            const c = getComputedStyle(e).backgroundColor;
            const n = numbers(c); if (n.length < 4 || n[3] === 1) return c; }
          return 'rgb(255, 255, 255)'; };
        const below = text => { const t = text.getBoundingClientRect();
          const [x, y] = [(t.left + t.right) / 2, (t.top + t.bottom) / 2];
          const shapes = [...text.ownerSVGElement.querySelectorAll('rect')].filter(s => {
            const r = s.getBoundingClientRect();
            return s.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING
              && getComputedStyle(s).fill !== 'none'
              && r.left <= x && x <= r.right && r.top <= y && y <= r.bottom; });
          return shapes.length ? getComputedStyle(shapes.at(-1)).fill
              : behind(text.ownerSVGElement); };
        let lowest = [21, '', 0];
        for (const e of document.querySelectorAll('body *')) {
          const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
          if (!own || !e.getClientRects().length) continue;
          const drawn = e.localName === 'text';
          lowest[2] += drawn ? 1 : 0;
          const front = drawn ? getComputedStyle(e).fill : getComputedStyle(e).color;
          const [a, b] = [light(front), light(drawn ? below(e) : behind(e))];
          const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (ratio < lowest[0]) {
            lowest = [ratio, e.getAttribute('class') + ': ' + e.textContent.slice(0, 40),
                lowest[2]];
          }
        }
        return lowest;
      })()
      """;

  /** How bright the page's ground and its cards are, from 0 for black to 255 for white. */
  static final String BRIGHTNESS =
      """
      ['body', 'section'].map(name => {
        const [r, g, b] = getComputedStyle(document.querySelector(name)).backgroundColor
            .match(/[\\d.]+/g).map(Number);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      })
      """;

  /** The texts of what must be on paper and is not to be seen there. */
  static final String MISSING_ON_PAPER =
      """
      [...document.querySelectorAll(
          'h1, h2, .findings li, .diff > li, .values li, .steps li, .health li, svg text, td')]
        .filter(e => !e.checkVisibility() || !e.getBoundingClientRect().height)
        .map(e => e.textContent)
      """;

  /** What has the focus: its words, whether one sees it, and whether it comes after the last. */
  static final String FOCUSED =
      """
      (() => {
        const e = document.activeElement;
        if (!e || e === document.body) return null;
        const style = getComputedStyle(e);
        const box = e.getBoundingClientRect();
        const after = !window.before
            || (window.before.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
        window.before = e;
        return [e.getAttribute('aria-label') || e.textContent.slice(0, 40),
            style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 2
                && box.left >= 0 && box.width > 0, after];
      })()
      """;

  /** How many things there are that the keyboard can reach. */
  static final String REACHABLE =
      """
      [...document.querySelectorAll('a, summary, [tabindex]')]
          .filter(e => e.checkVisibility()).length
      """;

  private PageScripts() {}
}

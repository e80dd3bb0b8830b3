import type { Page } from "@playwright/test";

/** px: what a finger needs (docs/design.md) */
const LEAST = 44;

/**
 * Returns each control in sight that a finger may miss: "Cancel 28×28". What counts is the area that takes the touch: with the label of
 * a field, and with what pseudo-elements add around it. Links in running text are exempt (WCAG 2.5.8), and events, whose height is
 * their length.
 */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate((least) => {
    const takes = (area: Element, x: number, y: number): boolean =>
      area.contains(document.elementFromPoint(x, y));
    /** How far the touch is taken from the middle in one direction, px. */
    const far = (area: Element, x: number, y: number, dx: number, dy: number): number => {
      let px = 0;
      while (px < least && takes(area, x + dx * (px + 0.5), y + dy * (px + 0.5))) px++;
      return px;
    };
    const reach = (area: Element, box: DOMRect, isWidth: boolean): number => {
      const size = isWidth ? box.width : box.height;
      if (size >= least) return Math.round(size);
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const [dx, dy] = isWidth ? [1, 0] : [0, 1];
      const taken = far(area, x, y, dx, dy) + far(area, x, y, -dx, -dy);
      // Halves of a px at both ends.
      return taken >= least - 2 ? least : Math.round(Math.max(size, taken));
    };
    const found = new Set<string>();
    const controls = document.querySelectorAll<HTMLElement>(
      "button, a[href], input:not([type=hidden]), select, textarea, [role=radio]",
    );
    for (const control of controls) {
      if (control.closest("p, [data-event]")) continue;
      const area = control.closest("label") ?? control;
      const box = area.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      // Out of sight, with what takes the touch beneath it, or under something else.
      if (box.top < 0 || Math.max(box.bottom, y + least / 2) > innerHeight || !takes(area, x, y)) continue;
      const [width, height] = [reach(area, box, true), reach(area, box, false)];
      if (width >= least && height >= least) continue;
      const name = control.getAttribute("aria-label") || control.textContent.trim() || control.outerHTML;
      found.add(`${name.slice(0, 60)} ${width}×${height}`);
    }
    return [...found];
  }, LEAST);

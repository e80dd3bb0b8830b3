import type { Page } from "@playwright/test";

/** px: what a finger needs (docs/design.md) */
const LEAST = 44;
/** px: what nothing is below, such as the days of a calendar that is drawn as close as on a desk */
export const CLOSE = 24;

/**
 * Returns each control in sight that a finger may miss: "Cancel 28×28". What counts is the area that takes the touch: with the label of
 * a field, and with what pseudo-elements add around it. Links in running text are exempt (WCAG 2.5.8), and events, whose height is
 * their length.
 */
export const smallTargets = (page: Page, smallest = LEAST): Promise<readonly string[]> =>
  page.evaluate((least) => {
    const takes = (area: Element, x: number, y: number): boolean =>
      area.contains(document.elementFromPoint(x, y));
    const reach = (area: Element, box: DOMRect, isWidth: boolean): number => {
      const size = isWidth ? box.width : box.height;
      const [x, y, far] = [box.left + box.width / 2, box.top + box.height / 2, least / 2 - 1];
      const ends = isWidth ? [x - far, y, x + far, y] : [x, y - far, x, y + far];
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = ends;
      return size < least && takes(area, fromX, fromY) && takes(area, toX, toY) ? least : Math.round(size);
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
  }, smallest);

import type { SessionInfo } from "../../api/auth-client.ts";
import { enterSession } from "../../store/session.ts";

/** How long the bars wait for Soon's, in ms: where it takes longer, they go. */
const MOST_WAIT = 2_500;
const MOTION = { duration: 480, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "both" } as const;

/** A bar on the screen. */
interface Bar {
  readonly box: DOMRect;
  readonly colour: string;
}

/**
 * Lets the person in. Where Soon opens, the bars of the page that they leave become its horizon, unless the person has asked for little
 * motion.
 */
export function enterByHorizon(session: SessionInfo): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const bars =
    isStill || !session.account || !opensSoon()
      ? []
      : barsOf(document.querySelectorAll("[data-great-horizon] rect"), "fill");
  enterSession(session);
  if (bars.length > 0) void become(bars);
}

/** Where a new household begins, and where somebody was before they were signed out. */
const opensSoon = (): boolean => /\/(?:soon|setup)$/.test(location.pathname);

const barsOf = (elements: Iterable<Element>, property: "fill" | "backgroundColor"): readonly Bar[] =>
  [...elements]
    .map((it) => ({ box: it.getBoundingClientRect(), colour: getComputedStyle(it)[property] }))
    .filter(({ box }) => box.height > 0);

async function become(from: readonly Bar[]): Promise<void> {
  const cover = document.createElement("div");
  cover.dataset["becoming"] = "";
  cover.ariaHidden = "true";
  Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: "20", pointerEvents: "none" });
  const drawn = from.map((bar) => cover.appendChild(barAt(bar)));
  document.body.append(cover);
  try {
    const horizon = await horizonOfSoon();
    if (!horizon) return void (await fade(cover));
    // The place of now is the first of both.
    const to = barsOf(horizon.querySelectorAll("i"), "backgroundColor");
    const shown = horizon.animate(
      [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }],
      MOTION.duration,
    );
    await Promise.all([
      shown.finished,
      ...drawn.map((it, at) =>
        move(it, from[at], at === 0 ? to[0] : to[nearest(at, from.length, to.length)]),
      ),
    ]);
  } finally {
    cover.remove();
  }
}

/** The bar that one of `from` becomes, of `to`: both without the place of now. */
const nearest = (at: number, from: number, to: number): number =>
  1 + Math.floor(((at - 1) / (from - 1)) * (to - 1));

function barAt({ box, colour }: Bar): HTMLElement {
  const it = document.createElement("div");
  Object.assign(it.style, {
    position: "absolute",
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    borderRadius: `${box.width / 2}px`,
    background: colour,
    transformOrigin: "0 0",
  });
  return it;
}

/** Moves a bar to where another stands; one that has no other goes. */
function move(it: HTMLElement, from: Bar | undefined, to: Bar | undefined): Promise<unknown> {
  if (!from || !to) return fade(it);
  const [x, y] = [to.box.x - from.box.x, to.box.y - from.box.y];
  const [wide, high] = [to.box.width / from.box.width, to.box.height / from.box.height];
  const end = { transform: `translate(${x}px, ${y}px) scale(${wide}, ${high})`, background: to.colour };
  return it.animate([{ transform: "none", background: from.colour }, end], MOTION).finished;
}

const fade = (it: HTMLElement): Promise<unknown> =>
  it.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 140, fill: "both" }).finished;

/** Soon's horizon, once it is drawn; undefined: another page has opened, or it takes too long. */
async function horizonOfSoon(): Promise<HTMLElement | undefined> {
  for (const begun = performance.now(); performance.now() - begun < MOST_WAIT;) {
    await new Promise(requestAnimationFrame);
    const found = document.querySelector<HTMLElement>("[data-horizon]");
    if (found?.querySelector("i + i")) return found;
    if (!opensSoon()) return undefined;
  }
  return undefined;
}

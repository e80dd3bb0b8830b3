import type { SessionInfo } from "../../api/auth-client.ts";
import { ownPath } from "../../api/place.ts";
import { enterSession } from "../../store/session.ts";

/** How long the bars wait for Soon's, in ms: where it takes longer, they go. */
const MOST_WAIT = 2_500;
const MOTION = { duration: 480, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "both" } as const;

/** A bar on the screen. */
interface Bar {
  readonly box: DOMRect;
  readonly colour: string;
}

/** Where the bars wait while the browser is at a provider. */
const KEPT = "snart.bars";
/** ms; whoever comes back later has forgotten them. */
const KEPT_FOR = 10 * 60_000;

/**
 * Lets the person in. Where the calendar opens, the bars of the page that they leave become its horizon: Soon's own, or beside a grid the
 * ticks of the rail. Whoever has asked for little motion sees none.
 */
export function enterByHorizon(session: SessionInfo): void {
  const bars = session.account ? barsHere() : [];
  enterSession(session);
  if (bars.length > 0) void become(bars, () => opensCalendar());
}

/** Keeps where the bars are, before the browser leaves for a provider. */
export function keepBars(): void {
  try {
    const bars = barsHere().map(({ box: { x, y, width, height }, colour }) => ({
      x,
      y,
      width,
      height,
      colour,
    }));
    sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), window: [innerWidth, innerHeight], bars }));
  } catch {
    // Without storage nothing moves.
  }
}

/** Back from a provider: the bars stand where they stood, and become the horizon as they do after a password. */
export async function landKeptBars(): Promise<void> {
  const bars = keptBars();
  if (bars.length > 0 && opensCalendar() && !isStill())
    await become(bars, () => !document.querySelector("[data-great-horizon]"));
}

/** Reads and forgets them; none after too long a time, or in a window of another size. */
function keptBars(): readonly Bar[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as KeptBars | null;
    sessionStorage.removeItem(KEPT);
    if (!kept || Date.now() - kept.at > KEPT_FOR) return [];
    if (kept.window[0] !== innerWidth || kept.window[1] !== innerHeight) return [];
    return kept.bars.map(({ colour, ...box }) => ({ box: DOMRect.fromRect(box), colour }));
  } catch {
    return [];
  }
}

interface KeptBars {
  readonly at: number;
  readonly window: readonly [number, number];
  readonly bars: readonly (Required<DOMRectInit> & { readonly colour: string })[];
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

const barsHere = (): readonly Bar[] =>
  isStill() || !opensCalendar() ? [] : barsOf(document.querySelectorAll("[data-great-horizon] rect"), "fill");

/**
 * Whether what opens has a horizon: Soon, where a new household begins, and the grids where there is room for the rail beside them.
 */
const opensCalendar = (): boolean =>
  /^\/(?:soon|setup)?$/.test(ownPath()) ||
  (/^\/(?:day|days|week|workweek|weeks|month)\//.test(ownPath()) && innerWidth >= NO_RAIL_BELOW);

/** px: narrower, the rail is not there */
const NO_RAIL_BELOW = 1024;

const barsOf = (elements: Iterable<Element>, property: "fill" | "backgroundColor"): readonly Bar[] =>
  [...elements]
    .map((it) => ({ box: it.getBoundingClientRect(), colour: getComputedStyle(it)[property] }))
    .filter(({ box }) => box.height > 0);

/** @param isOn whether a horizon may still come */
async function become(from: readonly Bar[], isOn: () => boolean): Promise<void> {
  const cover = document.createElement("div");
  cover.dataset["becoming"] = "";
  cover.ariaHidden = "true";
  Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: "20", pointerEvents: "none" });
  const drawn = from.map((bar) => cover.appendChild(barAt(bar)));
  document.body.append(cover);
  try {
    const horizon = await horizonHere(isOn);
    if (!horizon) return void (await fade(cover));
    // The place of now is the first of both.
    const { to } = horizon;
    const shown = horizon.element.animate(
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

interface Horizon {
  /** what appears as the bars arrive */
  readonly element: HTMLElement;
  readonly to: readonly Bar[];
}

/** The horizon of the page, once it is drawn; undefined: another page has opened, or it takes too long. */
async function horizonHere(isOn: () => boolean): Promise<Horizon | undefined> {
  for (const begun = performance.now(); performance.now() - begun < MOST_WAIT;) {
    await new Promise(requestAnimationFrame);
    const found = horizonOfSoon() ?? horizonOfRail();
    if (found || !isOn()) return found;
  }
  return undefined;
}

function horizonOfSoon(): Horizon | undefined {
  const element = document.querySelector<HTMLElement>("[data-horizon]");
  if (!element?.querySelector("i + i")) return undefined;
  return { element, to: barsOf(element.querySelectorAll("i"), "backgroundColor") };
}

/** Ticks of the rail stand before the titles of its rows, or alone where it is folded. */
function horizonOfRail(): Horizon | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>("aside [data-soon]")];
  const ticks = document.querySelectorAll<HTMLElement>("aside i[data-colour]");
  const element = (rows[0] ?? ticks[0])?.closest("aside");
  if (!element) return undefined;
  const to = rows.length > 0 ? rows.map((it) => tickOf(it)) : barsOf(ticks, "backgroundColor");
  // Those further down are out of sight.
  return { element, to: to.filter(({ box }) => box.bottom < innerHeight) };
}

/** The tick of a row, which is drawn beside it; what runs has the lamp instead. */
function tickOf(row: HTMLElement): Bar {
  const tick = getComputedStyle(row, "::before");
  const style = tick.content === "none" ? getComputedStyle(row, "::after") : tick;
  const { x, y } = row.getBoundingClientRect();
  const [left = 0, top = 0, width = 0, height = 0] = [style.left, style.top, style.width, style.height].map(
    Number.parseFloat,
  );
  return { box: new DOMRect(x + left, y + top, width, height), colour: style.backgroundColor };
}

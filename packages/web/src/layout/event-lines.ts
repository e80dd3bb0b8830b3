/** Widths of an event's words at the font size of event blocks, px. */
export interface EventWords {
  readonly title: number;
  /** the widest word of the title: a second line helps only if it fits completely */
  readonly titleWord: number;
  /** "09:00–10:00" */
  readonly range: number;
  /** "09:00" */
  readonly start: number;
  /** 0 if none is shown */
  readonly distance: number;
  /** the width of each of its words */
  readonly distanceWords: readonly number[];
  /** at the size of the time; 0 if there is none */
  readonly place: number;
  /** the number of glyphs */
  readonly glyphs: number;
}

interface EventBox {
  /** the visible height */
  readonly height: number;
  readonly width: number;
  readonly isRunning: boolean;
}

/** The contents of an event block and their arrangement (docs/design.md §4.2). */
export interface EventLines {
  /**
   * one: title and time share a line; wide: the distance is at the right of the title, or below the time if it does
   * not fit; wideOne: everything shares a line
   */
  readonly shape: "one" | "stacked" | "wide" | "wideOne";
  readonly titleLines: 0 | 1 | 2;
  readonly isSmall: boolean;
  readonly time: "range" | "start" | "none";
  readonly glyphs: number;
  /** 0: left to the day header and the accessible name */
  readonly distanceLines: 0 | 1 | 2 | 3;
  readonly isDistanceBelow?: boolean;
  readonly hasPlace: boolean;
}

const PADDING = { top: 3, bottom: 2, left: 11, right: 5 };
const TITLE = 15;
const TIME = 14;
const DISTANCE = 14;
const PLACE = 14;
/** A glyph with the space before it, and what the space after the time is wider, px. */
const GLYPH = 15;
const BESIDE_GLYPHS = 3;
const WIDE = 240;
/** Under this width an event shows its title only, and under the second its distance on one line or not at all. */
const TITLE_ONLY = 64;
const NARROW = 84;
/** px: title, time and distance of a wide block, with its padding */
const WIDE_THREE_LINES = 58;

/** Takes lines in order of priority (title, time, distance, second title line, place) until the height is used up. */
export function eventLines(box: EventBox, words: EventWords): EventLines {
  const inner = box.width - PADDING.left - PADDING.right;
  if (box.width >= WIDE) return wideLines(box, words);
  const room = box.height - PADDING.top - PADDING.bottom;
  if (room < TITLE + TIME - 1) return oneLine(box, words, inner);
  if (box.width < TITLE_ONLY) return titleOnly(words, inner, room);
  const time = timeThatFits(box, words, inner);
  const glyphs = glyphsThatFit(box, words, inner, time);
  let left = room - TITLE - (time === "none" && glyphs === 0 ? 0 : TIME);
  const wantsTwo = words.title > inner && words.titleWord <= inner;
  const most = box.width < NARROW ? 1 : box.isRunning ? 3 : 2;
  const distanceLines = distanceThatFits(words, inner, left + 1, most);
  // A two-line distance makes room for a second title line, except on a running event.
  const [titleLines, lines] = secondLine(wantsTwo, distanceLines, left);
  left -= (titleLines - 1) * TITLE + lines * DISTANCE;
  const hasPlace = words.place > 0 && left >= PLACE - 1;
  return { shape: "stacked", titleLines, isSmall: false, time, glyphs, distanceLines: lines, hasPlace };
}

/** A title may break a word where it stands alone: else too little of it could be read. */
function titleOnly(words: EventWords, inner: number, room: number): EventLines {
  const titleLines = words.title > inner && room >= 2 * TITLE ? 2 : 1;
  const nothing = { time: "none", glyphs: 0, distanceLines: 0, hasPlace: false } as const;
  return { shape: "stacked", titleLines, isSmall: false, ...nothing };
}

function secondLine(
  wantsTwo: boolean,
  distanceLines: 0 | 1 | 2 | 3,
  left: number,
): readonly [1 | 2, 0 | 1 | 2 | 3] {
  if (!wantsTwo) return [1, distanceLines];
  const roomFor = (lines: number): boolean => left - lines * DISTANCE >= TITLE - 1;
  return roomFor(distanceLines) ? [2, distanceLines] : [1, distanceLines];
}

/** All of it or none. */
function distanceThatFits(words: EventWords, inner: number, left: number, most: 1 | 2 | 3): 0 | 1 | 2 | 3 {
  if (words.distance === 0) return 0;
  const lines = words.distance <= inner ? 1 : linesOf(words.distanceWords, inner);
  return lines <= most && left >= lines * DISTANCE ? (lines as 1 | 2 | 3) : 0;
}

const SPACE = 3;

/** The lines on which words stand that are not broken; Infinity if one of them is too wide. */
function linesOf(words: readonly number[], inner: number): number {
  let [lines, used] = [1, 0];
  for (const word of words) {
    if (word > inner) return Infinity;
    if (used > 0 && used + SPACE + word > inner) [lines, used] = [lines + 1, word];
    else used += (used > 0 ? SPACE : 0) + word;
  }
  return lines;
}

function timeThatFits(box: EventBox, words: EventWords, inner: number): "range" | "start" | "none" {
  if (box.width >= NARROW && words.range <= inner) return "range";
  return words.start <= inner ? "start" : "none";
}

function glyphsThatFit(
  box: EventBox,
  words: EventWords,
  inner: number,
  time: "range" | "start" | "none",
): number {
  const most = box.width < 96 ? 1 : box.width < 112 ? 2 : words.glyphs;
  const used = time === "range" ? words.range : time === "start" ? words.start : 0;
  return Math.max(0, Math.min(words.glyphs, most, Math.floor((inner - used - BESIDE_GLYPHS) / GLYPH)));
}

/** Short events: title and start on one line; the start drops if the title needs the room. */
function oneLine(box: EventBox, words: EventWords, inner: number): EventLines {
  const isSmall = box.height < 21;
  const scale = isSmall ? 11 / 12 : 1;
  const time = box.width >= TITLE_ONLY && words.title * scale + 8 + words.start <= inner ? "start" : "none";
  return { shape: "one", titleLines: 1, isSmall, time, glyphs: 0, distanceLines: 0, hasPlace: false };
}

/** px from the top to the height at which a wide block has two lines */
const WIDE_TWO_LINES = 38;
const WIDE_PADDING = 25;
const WIDE_GAP = 10;

/** Columns of a day view: larger text, the distance at the right end of the title line. */
function wideLines(box: EventBox, words: EventWords): EventLines {
  const inner = box.width - WIDE_PADDING;
  if (box.height < WIDE_TWO_LINES) return wideLine(words, inner);
  const title = words.title * (14.5 / 12);
  const distance = words.distance * (15 / 12.25);
  const isBeside = distance > 0 && Math.min(title, inner * 0.5) + WIDE_GAP + distance <= inner;
  const isDistanceBelow = distance > 0 && !isBeside && distance <= inner && box.height >= WIDE_THREE_LINES;
  return {
    shape: "wide",
    titleLines: 1,
    isSmall: false,
    time: "range",
    glyphs: words.glyphs,
    distanceLines: isBeside || isDistanceBelow ? 1 : 0,
    isDistanceBelow,
    hasPlace: words.place > 0,
  };
}

/** Everything on one line as far as it fits, in order of priority: title, distance, time, glyphs, place. */
function wideLine(words: EventWords, inner: number): EventLines {
  let left = inner - words.title * (13.5 / 12);
  const take = (width: number): boolean => {
    const fits = width > 0 && left >= width + WIDE_GAP;
    if (fits) left -= width + WIDE_GAP;
    return fits;
  };
  const scale = 12.5 / 11;
  const distanceLines = take(words.distance * (14 / 12.25)) ? 1 : 0;
  const time = take(words.range * scale) ? "range" : take(words.start * scale) ? "start" : "none";
  const glyphs = take(words.glyphs * GLYPH) ? words.glyphs : 0;
  const hasPlace = take(words.place * scale);
  return { shape: "wideOne", titleLines: 1, isSmall: true, time, glyphs, distanceLines, hasPlace };
}

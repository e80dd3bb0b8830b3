/** One event of a day, in px from the top of the day. */
export interface DayItem {
  readonly key: string;
  /** its top edge */
  readonly top: number;
  /** its height as drawn, at least the minimum */
  readonly height: number;
  /** bookings of resources lie below events that start at the same time */
  readonly isLow?: boolean;
}

/** The position of an event. */
export interface PlacedItem {
  readonly key: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** events on top of it have a higher level */
  readonly level: number;
  /** the visible height above another event, or a "+2", that covers it; the words go there */
  readonly visibleHeight: number;
}

/** Represents events that found no room. */
export interface MoreItem {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly keys: readonly string[];
}

interface DayPlacement {
  readonly items: readonly PlacedItem[];
  readonly more: readonly MoreItem[];
}

interface OverlapMetrics {
  /** room for events in the column */
  readonly width: number;
  /** events that start less than this apart share the width: 30 minutes */
  readonly shareWithin: number;
}

const INDENT = 14;
const MIN_WIDTH = 64;
const MAX_LEVEL = 2;
const MORE_WIDTH = 34;
const MORE_HEIGHT = 17;
/** Room for a title, above or beside a "+2". */
const TITLE_HEIGHT = 17;
const TITLE_WIDTH = 48;
/** Space between a "+2" and its neighbours. */
const GAP = 2;

interface Lane {
  readonly items: DayItem[];
  end: number;
}

/** Events side by side; a group that starts later within another lies on top of it, indented. */
interface Group {
  readonly level: number;
  readonly left: number;
  readonly right: number;
  readonly lanes: Lane[];
  readonly hidden: DayItem[];
  /** the position of its "+2" beside the events; else it lies on the last of them, below the words */
  readonly moreAt?: number;
  lastStart: number;
}

const bottom = (item: DayItem): number => item.top + item.height;
const endOf = (group: Group): number => Math.max(...group.lanes.map((lane) => lane.end));

const inOrder = (items: readonly DayItem[]): DayItem[] =>
  items.toSorted(
    (a, b) =>
      a.top - b.top ||
      Number(b.isLow ?? false) - Number(a.isLow ?? false) ||
      b.height - a.height ||
      (a.key < b.key ? -1 : 1),
  );

/** Two may always share the width; more only if none becomes narrower than 64 px. */
const lanesThatFit = (group: Group): number =>
  Math.max(group.right - group.left < 90 ? 1 : 2, Math.floor((group.right - group.left) / MIN_WIDTH));

/**
 * Places the events of one day (docs/design.md §4.3): those that start within 30 minutes of each other share the
 * width; one that starts later within another is indented and lies on top of it, so that the first one's top stays
 * visible. From the fourth level, or where nothing readable would be left, the rest become "+2".
 */
export function placeDay(items: readonly DayItem[], metrics: OverlapMetrics): DayPlacement {
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const item of inOrder(items)) {
    open = open.filter((group) => endOf(group) > item.top);
    const top = open.at(-1);
    if (top === undefined) {
      const group = newGroup(0, 0, metrics.width, item);
      groups.push(group);
      open = [group];
    } else placeInto(top, item, metrics, groups, open);
  }
  return drawn(groups);
}

const newGroup = (level: number, left: number, right: number, item: DayItem): Group => ({
  level,
  left,
  right,
  lanes: [{ items: [item], end: bottom(item) }],
  hidden: [],
  lastStart: item.top,
});

function placeInto(
  group: Group,
  item: DayItem,
  metrics: OverlapMetrics,
  groups: Group[],
  open: Group[],
): void {
  const free = group.lanes.find((lane) => lane.end <= item.top);
  if (free) {
    free.items.push(item);
    free.end = bottom(item);
    group.lastStart = item.top;
  } else if (item.top - group.lastStart < metrics.shareWithin) {
    if (group.lanes.length >= lanesThatFit(group)) return void group.hidden.push(item);
    group.lanes.push({ items: [item], end: bottom(item) });
    group.lastStart = item.top;
  } else {
    const left = group.left + INDENT;
    if (group.level >= MAX_LEVEL || group.right - left < MIN_WIDTH) return void group.hidden.push(item);
    const above = newGroup(group.level + 1, left, group.right, item);
    groups.push(above);
    open.push(above);
  }
}

function drawn(groups: readonly Group[]): DayPlacement {
  const whole = groups.flatMap(boxesOf);
  // If a "+2" would cover a title, its group makes room for it at the side.
  const placed = groups.map((group) =>
    group.hidden.length > 0 && topOfMore(group, whole) === undefined ? narrowed(group) : group,
  );
  const boxes = placed.flatMap(boxesOf);
  const more = placed.filter((group) => group.hidden.length > 0).map((group) => moreOf(group, boxes));
  const items = boxes.map((box) => ({ ...box, visibleHeight: visibleHeight(box, boxes, more) }));
  return { items, more };
}

/** Leaves room for a "+2" at the right; lanes without room for a title are dropped. */
function narrowed(group: Group): Group {
  const room = group.right - group.left - MORE_WIDTH - GAP;
  if (room < INDENT) return group;
  const kept = Math.max(1, Math.min(group.lanes.length, Math.floor(room / TITLE_WIDTH)));
  const hidden = [...group.hidden, ...group.lanes.slice(kept).flatMap((lane) => lane.items)];
  return { ...group, lanes: group.lanes.slice(0, kept), hidden, moreAt: group.right - MORE_WIDTH };
}

type Box = Omit<PlacedItem, "visibleHeight">;

function boxesOf(group: Group): Box[] {
  const right = group.moreAt === undefined ? group.right : group.moreAt - GAP;
  const width = (right - group.left) / group.lanes.length;
  return group.lanes.flatMap((lane, index) =>
    lane.items.map(({ key, top, height }) => ({
      key,
      top,
      height,
      width,
      left: group.left + index * width,
      level: group.level,
    })),
  );
}

type Sides = Pick<Box, "left" | "width">;
const crossSideways = (a: Sides, b: Sides): boolean => a.left < b.left + b.width && b.left < a.left + a.width;

function visibleHeight(box: Box, all: readonly Box[], more: readonly MoreItem[]): number {
  const covering = all.filter(
    (other) =>
      other.level > box.level &&
      other.top >= box.top &&
      other.top < box.top + box.height &&
      crossSideways(box, other),
  );
  const chips = more.filter(
    (chip) => chip.top >= box.top && chip.top < box.top + box.height && crossSideways(box, chip),
  );
  return Math.min(box.height, ...[...covering, ...chips].map((other) => other.top - box.top));
}

/** At the right end of its group: beside the events, or on them where there is no title. */
function moreOf(group: Group, boxes: readonly Box[]): MoreItem {
  const keys = group.hidden.map((item) => item.key);
  const first = Math.min(...group.hidden.map((item) => item.top));
  if (group.moreAt !== undefined) return { left: group.moreAt, top: first, width: MORE_WIDTH, keys };
  return { ...sidesOfMore(group), top: topOfMore(group, boxes) ?? first, keys };
}

function sidesOfMore({ left, right }: Group): Sides {
  const width = Math.min(MORE_WIDTH, right - left);
  return { left: right - width, width };
}

/** The highest position for a "+2" within its events that covers no title; undefined if there is none. */
function topOfMore(group: Group, boxes: readonly Box[]): number | undefined {
  const first = Math.min(...group.hidden.map((item) => item.top));
  const last = Math.max(...group.hidden.map(bottom)) - MORE_HEIGHT;
  const beneath = boxes.filter((box) => crossSideways(box, sidesOfMore(group)));
  const isClear = (top: number): boolean =>
    beneath.every(
      (box) => box.top + TITLE_HEIGHT <= top || box.top >= top + MORE_HEIGHT || box.top + box.height <= top,
    );
  return [first, ...beneath.map((box) => box.top + TITLE_HEIGHT), last]
    .filter((top) => top >= first && top <= last && isClear(top))
    .toSorted((a, b) => a - b)[0];
}

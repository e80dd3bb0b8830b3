import { bottomOf, type DayItem, type PlacedItem, type Placement } from "./day-item.ts";

interface CascadeMetrics {
  readonly width: number;
  /** events that start less than this apart share the width */
  readonly shareWithin: number;
}

const INDENT = 14;
/** An event on top of others is at least this wide. */
const LEAST_WIDTH = 64;
/** Two events share a width from here on. */
const WIDTH_OF_TWO = 90;
/** At most this many lie on each other. */
const MOST_SLOTS = 3;

interface Box {
  readonly item: DayItem;
  visibleHeight: number;
  sides: () => Pick<PlacedItem, "left" | "width">;
}

/** Events side by side on top of others. */
interface Layer {
  /** the steps from the left; layers at the same time have different ones */
  readonly slot: number;
  readonly left: number;
  readonly right: number;
  /** per lane its last event */
  readonly lanes: Box[];
  lastStart: number;
}

const bottomOfLane = (last: Box): number => bottomOf(last.item);

/**
 * Places events on each other (docs/design.md §4.3). Those that start within 30 minutes of each other share the width;
 * one that starts later within others is indented and lies on top, below their titles. The indentation depends on the
 * events at that time only: in a chain, the third takes the place of the first.
 */
export function cascade(items: readonly DayItem[], metrics: CascadeMetrics): Placement {
  const boxes: Box[] = [];
  const hidden: DayItem[] = [];
  let open: Layer[] = [];
  for (const item of items) {
    open = open.filter((layer) => layer.lanes.some((last) => bottomOfLane(last) > item.top));
    const box = intoLayer(open.at(-1), item, metrics) ?? ontoLayers(open, item, metrics);
    if (box) boxes.push(box);
    else hidden.push(item);
  }
  return {
    items: boxes.map(({ item: { key, top, height }, visibleHeight, sides }) => ({
      key,
      top,
      height,
      visibleHeight,
      ...sides(),
    })),
    hidden,
  };
}

/** Puts an event beside the others of a layer; undefined if it would cover one of them or has no room. */
function intoLayer(layer: Layer | undefined, item: DayItem, metrics: CascadeMetrics): Box | undefined {
  if (!layer) return undefined;
  const free = layer.lanes.findIndex((last) => bottomOfLane(last) <= item.top);
  if (free === -1 && item.top - layer.lastStart >= metrics.shareWithin) return undefined;
  if (free === -1 && layer.lanes.length >= lanesThatFit(layer)) return undefined;
  const lane = free === -1 ? layer.lanes.length : free;
  const box = boxOf(item, layer, lane);
  layer.lanes[lane] = box;
  layer.lastStart = item.top;
  return box;
}

/** Puts an event on top of all that takes place; undefined if it would cover a title or has no room. */
function ontoLayers(open: Layer[], item: DayItem, metrics: CascadeMetrics): Box | undefined {
  const top = open.at(-1);
  if (top && item.top - top.lastStart < metrics.shareWithin) return undefined;
  const slots = open.map((layer) => layer.slot);
  let slot = 0;
  while (slots.includes(slot)) slot++;
  // Where it covers one that is indented further, the end of that one shows at the right.
  const right = metrics.width - (slots.some((it) => it > slot) ? INDENT : 0);
  const left = slot * INDENT;
  if (slot > 0 && (slot >= MOST_SLOTS || right - left < LEAST_WIDTH)) return undefined;
  for (const beneath of open.flatMap((layer) => layer.lanes))
    if (bottomOfLane(beneath) > item.top)
      beneath.visibleHeight = Math.min(beneath.visibleHeight, item.top - beneath.item.top);
  const layer: Layer = { slot, left, right, lanes: [], lastStart: item.top };
  const box = boxOf(item, layer, 0);
  layer.lanes.push(box);
  open.push(layer);
  return box;
}

const boxOf = (item: DayItem, layer: Layer, lane: number): Box => ({
  item,
  visibleHeight: item.height,
  sides: () => {
    const width = (layer.right - layer.left) / layer.lanes.length;
    return { left: layer.left + lane * width, width };
  },
});

/** Two may share the width; more only if none becomes too narrow for words. */
const lanesThatFit = ({ left, right }: Layer): number =>
  Math.max(right - left < WIDTH_OF_TWO ? 1 : 2, Math.floor((right - left) / LEAST_WIDTH));

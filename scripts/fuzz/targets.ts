import { hostileSeries, windows } from "./expand-targets.ts";
import { filtering } from "./filter-target.ts";
import { conversion, patches } from "./jscalendar-targets.ts";
import { stream } from "./stream-target.ts";
import { requests } from "./request-target.ts";
import type { AnyTarget } from "./target.ts";
import { escaping, roundTrip, splitCharacters } from "./text-targets.ts";

/** Every target; the shares add up to a thousand. */
export const TARGETS: readonly AnyTarget[] = [
  roundTrip,
  splitCharacters,
  escaping,
  stream,
  windows,
  hostileSeries,
  conversion,
  patches,
  filtering,
  requests,
] as unknown as AnyTarget[];

import type { CalendarObjectType } from "../icalendar/calendar-object.ts";
import { foldedWord } from "../icalendar/fold.ts";
import { beginsWithin, type Steadiness } from "../recurrence/steadiness.ts";
import type { Instant } from "../time/instant.ts";
import type { CompFilter, TimeRange } from "./caldav-filter.ts";

// What a filter comes to without reading an object's text. Reading is most of what a search costs, and most searches ask for a
// component or for a time that the index knows already.

/** A stored object as the index knows it, with its text unread. */
export interface IndexedObject {
  readonly component: CalendarObjectType;
  readonly isRecurring: boolean;
  /** outer bounds of the object in every viewer's zone, as `timeBounds` gives them; an end of null: it goes on for ever */
  readonly start: Instant;
  readonly end: Instant | null;
  readonly icalendar: string;
}

/**
 * Whether an object is known to match a filter; false says nothing, and the text decides.
 * @param steadiness what is known of a series beside the index
 */
export function isKnownToMatch(object: IndexedObject, filter: CompFilter, steadiness?: Steadiness): boolean {
  const asked = soleComponent(filter);
  if (asked === "any") return true;
  if (asked === undefined || asked.name !== object.component || asked.isNotDefined) return false;
  if (asked.propFilters.length + asked.compFilters.length > 0) return false;
  const { timeRange } = asked;
  if (timeRange === undefined || takesPlaceInside(object, timeRange)) return true;
  return object.component === "VEVENT" && steadiness !== undefined && beginsWithin(steadiness, timeRange);
}

/** The one condition of a filter that has no other, "any" where it has none at all. */
function soleComponent({
  isNotDefined,
  propFilters,
  timeRange,
  compFilters,
}: CompFilter): CompFilter | "any" | undefined {
  const [only, ...others] = compFilters;
  if (isNotDefined || timeRange || propFilters.length + others.length > 0) return undefined;
  return only ?? "any";
}

/** EXDATE takes the only occurrence away even from an event that does not repeat. */
const EXDATE = foldedWord("EXDATE");

/**
 * Whether an object is known to be an event that happens once, from its start to its end within a range. The bounds reach at least as
 * far as the event does in every zone, so that it needs no zone.
 */
export const takesPlaceInside = (
  { component, isRecurring, start, end, icalendar }: IndexedObject,
  { from, to }: TimeRange,
): boolean =>
  component === "VEVENT" &&
  !isRecurring &&
  end !== null &&
  (from === null || start > from) &&
  (to === null || end < to) &&
  !EXDATE.test(icalendar);

const COMPONENTS: readonly string[] = [
  "VEVENT",
  "VTODO",
  "VJOURNAL",
  "VAVAILABILITY",
] satisfies CalendarObjectType[];

const isComponent = (name: string): name is CalendarObjectType => COMPONENTS.includes(name);

/** What the index can narrow a search to; never less than what the filter would find (docs/architecture.md, decision 6). */
export function indexHints({ isNotDefined, timeRange, compFilters }: CompFilter): Partial<TimeRange> & {
  readonly component?: CalendarObjectType;
} {
  const [only, ...others] = compFilters;
  if (isNotDefined) return {};
  if (!only || others.length > 0 || only.isNotDefined || !isComponent(only.name)) return { ...timeRange };
  return { component: only.name, ...(only.timeRange ?? timeRange) };
}

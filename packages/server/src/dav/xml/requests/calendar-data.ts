import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { refuse, refuseWith, type Refusal } from "../../preconditions.ts";
import { attributeOf, childNamed, childrenNamed, elementsOf, type XmlElement } from "../element.ts";
import { caldav } from "../names.ts";
import { readUtcRange } from "./utc-range.ts";

/** From inclusive, to exclusive; both given. */
interface ClosedRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** The parts of a component to return (RFC 4791 §9.6.1); names in upper case. */
export interface ComponentSelection {
  readonly name: string;
  /** `all`, or the named ones; `withValue` false asks for an empty value */
  readonly properties: "all" | readonly { readonly name: string; readonly withValue: boolean }[];
  readonly components: "all" | readonly ComponentSelection[];
}

/** The requested form of calendar data (RFC 4791 §9.6); unset means: as it is stored. */
export interface CalendarDataRequest {
  readonly selection?: ComponentSelection;
  readonly expand?: ClosedRange;
  readonly limitRecurrenceSet?: ClosedRange;
  readonly limitFreebusySet?: ClosedRange;
}

/** Reads a CALDAV:calendar-data element of a request. */
export function readCalendarData(element: XmlElement): Result<CalendarDataRequest, Refusal> {
  const type = attributeOf(element, "content-type") ?? "text/calendar";
  const version = attributeOf(element, "version") ?? "2.0";
  if (type.toLowerCase() !== "text/calendar" || version !== "2.0") {
    return failed(refuse("supported-calendar-data", "Calendar data is text/calendar, version 2.0."));
  }
  const comp = childNamed(element, caldav("comp"));
  const ranges = {
    expand: "expand",
    limitRecurrenceSet: "limit-recurrence-set",
    limitFreebusySet: "limit-freebusy-set",
  };
  const found: Record<string, ClosedRange> = {};
  for (const [key, name] of Object.entries(ranges)) {
    const child = childNamed(element, caldav(name));
    if (!child) continue;
    const range = readUtcRange(child);
    if (!range || range.from === null || range.to === null) {
      return failed(
        refuseWith(400, `${name} has a start before an end, each written like 20260101T000000Z.`),
      );
    }
    found[key] = { from: range.from, to: range.to };
  }
  return ok({ ...(comp && { selection: selectionOf(comp) }), ...found });
}

/**
 * A `comp` that names nothing means all of its component, as `VTIMEZONE` does in the RFC's own example (RFC 4791
 * §7.8.1).
 */
function selectionOf(element: XmlElement): ComponentSelection {
  const nameOf = (child: XmlElement): string => (attributeOf(child, "name") ?? "").toUpperCase();
  const properties = childrenNamed(element, caldav("prop")).map((prop) => ({
    name: nameOf(prop),
    withValue: attributeOf(prop, "novalue") !== "yes",
  }));
  if (elementsOf(element).length === 0)
    return { name: nameOf(element), properties: "all", components: "all" };
  return {
    name: nameOf(element),
    properties: childNamed(element, caldav("allprop")) ? "all" : properties,
    components: childNamed(element, caldav("allcomp"))
      ? "all"
      : childrenNamed(element, caldav("comp")).map(selectionOf),
  };
}

import { ATTENDEE_COMMENT, ATTENDEE_REF } from "../icalendar/calendar-server.ts";
import { parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { pathTokens } from "../jscalendar/patch.ts";
import { participants } from "../jscalendar/properties/participants.ts";
import type { IsAddressOf } from "../scheduling/attendee.ts";

/** The parts of an answer that ATTENDEE has no parameter for (JMAP Calendars, `mayRSVP`). */
const OF_ANSWER: ReadonlySet<string> = new Set([
  "participationComment",
  "scheduleSequence",
  "scheduleUpdated",
]);

/** Tells which properties of a component comment on the reader's own answer. */
export function isOwnComment(component: Component, isMine: IsAddressOf): (property: Property) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (property) => {
    if (property.name === ATTENDEE_COMMENT) return isMine(parameterValue(property, ATTENDEE_REF) ?? "");
    if (property.name !== "JSPROP") return false;
    const [first, key = "", name = "", ...deeper] = pathTokens(parameterValue(property, "JSPTR") ?? "");
    if (first !== "participants" || !OF_ANSWER.has(name) || deeper.length > 0) return false;
    keys ??= keysOf(component, isMine);
    return keys.has(key);
  };
}

const keysOf = (component: Component, isMine: IsAddressOf): ReadonlySet<string> =>
  new Set(
    Object.entries(participants.read(component, () => undefined).participants ?? {}).flatMap(
      ([key, { calendarAddress }]) => (calendarAddress !== undefined && isMine(calendarAddress) ? [key] : []),
    ),
  );

import { objectFromEvent } from "@snart/calendar/jscalendar/from-jscalendar.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { withTimeZones } from "@snart/calendar/jscalendar/write-time-zones.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { App } from "../app.ts";
import { pollEvent } from "./poll-event.ts";
import type { SeenPoll } from "./poll-state.ts";

/**
 * What a poll decided on, as a file for the calendar of somebody who could not be invited: under the UID of the event, and without anybody's
 * name.
 * @returns undefined for one that is not decided
 */
export function pollCalendar(
  { prodId, now }: Pick<App, "prodId" | "now">,
  { poll }: Pick<SeenPoll, "poll">,
): string | undefined {
  const chosen = poll.options.find(({ id }) => id === poll.chosenId);
  if (!chosen || poll.objectId === null) return undefined;
  const event = { ...pollEvent(poll, chosen), uid: poll.objectId } as JSEvent;
  const made = objectFromEvent(event, { uid: poll.objectId, now: now(), prodId });
  if (!made.ok) throw new Error(`a poll is no event: ${JSON.stringify(made.problem)}`);
  return serialiseICalendar(withTimeZones(made.value, { first: Math.min(chosen.start, now()), now: now() }));
}

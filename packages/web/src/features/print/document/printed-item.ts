import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../../i18n/format.ts";
import type { Messages } from "../../../i18n/messages.ts";
import { isDrawnAsBar, touchedDays, type TouchedDays } from "../../../layout/touched-days.ts";
import { eventFacts, type EventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { titleOf } from "../../../grid/event-words.ts";
import type { PrintDetails } from "./print-settings.ts";

/** The parts of an occurrence that are printed; a part that was not requested is empty. */
export interface PrintedItem extends TouchedDays {
  readonly key: string;
  readonly title: string;
  /** "09:00", or empty for whole days */
  readonly start: string;
  /** "09:00–10:30", or empty for whole days */
  readonly time: string;
  readonly place: string;
  readonly guests: string;
  readonly description: string;
  readonly colour: string;
  /** a letter for its calendar where there is no colour */
  readonly mark: string;
  /** whole days, or a day and longer */
  readonly isBar: boolean;
  readonly isRepeating: boolean;
  readonly look: "normal" | "tentative" | "unanswered" | "cancelled";
  readonly order: number;
  readonly occurrence: ShownOccurrence;
}

interface ItemOptions {
  /** of the viewer */
  readonly address: string;
  readonly details: PrintDetails;
  readonly zone: Zone;
  readonly formats: Formats;
  readonly t: Messages;
  /** by the keys of calendars */
  readonly marks: ReadonlyMap<string, string>;
}

/** A description is written so far on paper, characters and lines. */
export const LONGEST_TEXT = 1_200;
const MOST_LINES = 16;

/**
 * Returns the printed form of some occurrences, in their order. It leaves out declined events, and shows private ones
 * only as busy.
 */
export function printedItems(
  occurrences: readonly ShownOccurrence[],
  options: ItemOptions,
): readonly PrintedItem[] {
  return occurrences.flatMap((occurrence) => {
    const facts = eventFacts(occurrence.event, options.address);
    return facts.answer === "declined" ? [] : [printedItem(occurrence, facts, options)];
  });
}

function printedItem(occurrence: ShownOccurrence, facts: EventFacts, options: ItemOptions): PrintedItem {
  const { details, zone, formats, t, marks } = options;
  const { key, event, start, end, allDay, colour, calendar } = occurrence;
  const isClosed = facts.isBusyOnly || (facts.isPrivate && !details.privates);
  const told = (isWanted: boolean, text: string): string => (isWanted && !isClosed ? text : "");
  const isBar = isDrawnAsBar(occurrence);
  const title = isClosed ? t("event.busy") : titleOf(facts, t);
  return {
    key,
    title: facts.isCancelled ? t("print.cancelled", { title }) : title,
    start: allDay ? "" : formats.time(start),
    time: allDay ? "" : end > start ? formats.timeRange(start, end) : formats.time(start),
    place: told(details.places, facts.place.trim()),
    guests: told(details.guests, guestsOf(facts, options)),
    description: told(
      details.descriptions && event.descriptionContentType !== "text/html",
      shortened(event.description ?? "", t("print.cut")),
    ),
    colour: isClosed ? "granite" : colour,
    mark: marks.get(calendar.key) ?? "",
    isBar,
    isRepeating: facts.isRepeating,
    look: facts.isCancelled
      ? "cancelled"
      : facts.answer === "needs-action"
        ? "unanswered"
        : facts.isTentative
          ? "tentative"
          : "normal",
    order: isBar ? -1 : start,
    occurrence,
    ...touchedDays(occurrence, zone),
  };
}

/** Everybody except the viewer, who knows; their answers are left out, because they may change after the print. */
const guestsOf = ({ guests }: EventFacts, { t }: ItemOptions): string => {
  const names = guests.filter((guest) => !guest.isMe).map((guest) => guest.name);
  return names.length > 0 ? t("print.with", { names: names.join(", ") }) : "";
};

/** Removes blank lines, and cuts long text; `cut` says that there is more. */
function shortened(text: string, cut: string): string {
  const lines = text
    .slice(0, LONGEST_TEXT + 1)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const isCut = text.length > LONGEST_TEXT || lines.length > MOST_LINES;
  return lines.slice(0, MOST_LINES).join("\n").slice(0, LONGEST_TEXT) + (isCut ? `… ${cut}` : "");
}

/** Title and place in one line of text: "Board meeting, The common room". */
export const titleAndPlace = ({ title, place }: PrintedItem): string =>
  place ? `${title}, ${place}` : title;

/** Whether an item has more than a title and a place. */
export const hasMore = ({ guests, description }: PrintedItem): boolean => guests !== "" || description !== "";

import { escapeText } from "@snart/calendar/icalendar/text.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Exchange } from "./exchange.ts";
import { personLanguage } from "./person-language.ts";
import type { CalendarResource } from "./resource.ts";

/**
 * Gives the events of a calendar of which the reader only sees when it is busy a title, "Busy" in the reader's
 * language: calendar apps show an event without one as new or unnamed. Other texts stay as they are.
 */
export async function busyForm(
  exchange: Exchange,
  { grant }: Pick<CalendarResource, "grant">,
): Promise<(text: string) => string> {
  if (grant.rights.mayReadItems) return (text) => text;
  const title = `SUMMARY:${escapeText(nodeMessages(await personLanguage(exchange))("event.busy"))}\r\n`;
  return (text) => text.replaceAll("BEGIN:VEVENT\r\n", (begin) => begin + title);
}

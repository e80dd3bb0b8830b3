import { MINUTE } from "@snart/calendar/time/instant.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import type { PollByLink } from "../../app/polls/vote.ts";
import type { Reading } from "./option-words.ts";

/**
 * Where somebody without an account has their own calendar compared with the times, by the page's script and in their browser alone: nothing
 * here is part of the form. Hidden until the script is there.
 */
export function ownCalendarHtml({ poll }: PollByLink, { language, zone }: Reading): string {
  const words = nodeMessages(language);
  /** Sentences whose values the script knows have their names in braces. */
  const said: Readonly<Record<string, string>> = {
    zone: zone.id,
    minutes: String(poll.length / MINUTE),
    clash: words("pollPage.own.clash", { events: "{events}" }),
    free: words("pollPage.own.free"),
    untitled: words("pollPage.own.untitled"),
    more: words("pollPage.own.more", { count: "{count}" }),
    some: words("pollPage.own.some", { some: "{some}", of: "{of}" }),
    none: words("pollPage.own.none"),
    unread: words("pollPage.own.unread", { count: "{count}" }),
    wrong: words("pollPage.own.wrong"),
    reading: words("pollPage.own.reading"),
    refused: words("pollPage.own.refused"),
  };
  const data = Object.entries(said).map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`);
  return `<details id="own-calendar" hidden${data.join("")}${poll.isAllDay ? ' data-days=""' : ""}><summary>${escapeHtml(words("pollPage.own.title"))}</summary>
<p class="quiet" id="own-hint">${escapeHtml(words("pollPage.own.hint"))}</p>
<label>${escapeHtml(words("pollPage.own.file"))}<input type="file" accept=".ics,text/calendar" multiple aria-describedby="own-hint"></label>
<label>${escapeHtml(words("pollPage.own.text"))}<textarea spellcheck="false" autocomplete="off" aria-describedby="own-hint"></textarea></label>
<button type="button">${escapeHtml(words("pollPage.own.compare"))}</button>
<output></output>
<button type="button" hidden>${escapeHtml(words("pollPage.own.refuse"))}</button></details>`;
}

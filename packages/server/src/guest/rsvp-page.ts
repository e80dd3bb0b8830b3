import type { Instant } from "@snart/calendar/time/instant.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { escapeHtml } from "../app/outbox/mail-body.ts";
import { RSVP_ANSWERS, rsvpTitle, type Rsvp, type RsvpAnswer } from "../app/mail/rsvp.ts";
import { repeatsText, whenText } from "../app/when-text.ts";
import { factList, guestPage, type Fact, type GuestPageOptions } from "./guest-page.ts";
import { eventSoonText } from "./how-soon.ts";

interface RsvpPageOptions extends GuestPageOptions {
  /** the answer of the link in the mail, which must be confirmed here */
  readonly wanted?: RsvpAnswer | undefined;
  readonly now: Instant;
  /** it has just been answered */
  readonly isSaved?: boolean;
}

/** The page on which a guest without an account answers; works without scripts. */
export function rsvpPage(rsvp: Rsvp, options: RsvpPageOptions): Response {
  const words = nodeMessages(options.language);
  const title = rsvpTitle(rsvp) || words("mail.untitled");
  const said = words("rsvp.answered", { answer: rsvp.answered });
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(words("rsvp.from", { name: rsvp.organizerName }))}</p>`,
    options.isSaved
      ? `<p class="saved" role="status">${escapeHtml(said)} ${escapeHtml(words("rsvp.saved", { name: rsvp.organizerName }))}</p>`
      : "",
    facts(rsvp, options),
    rsvp.isCancelled
      ? `<p role="status">${escapeHtml(words("rsvp.cancelled"))}</p>`
      : form(rsvp, options, said),
  ];
  return guestPage(words("rsvp.pageTitle", { title }), parts.join("\n"), options, 200);
}

function facts({ object, asked }: Rsvp, { language, now }: RsvpPageOptions): string {
  const [first] = asked;
  if (!first) return "";
  const isSingle = firstProperty(first, "RECURRENCE-ID") !== undefined;
  const shown = asked.slice(0, MOST_DATES).map((component) => whenText(object, component, language));
  const soon = asked.length === 1 ? eventSoonText(object, first, now, language) : undefined;
  const rows: readonly Fact[] = [
    [isSingle && asked.length > 1 ? "mail.dates" : "mail.when", shown.join("\n"), soon],
    ["mail.repeats", repeatsText(object, first, language)],
    ["mail.where", textValue(first, "LOCATION")?.trim() || undefined],
    ["mail.notes", textValue(first, "DESCRIPTION")?.trim().slice(0, LONGEST_NOTES) || undefined],
  ];
  return factList(rows, language);
}

const MOST_DATES = 20;
const LONGEST_NOTES = 4_000;

const LABELS = { accepted: "mail.yes", tentative: "mail.maybe", declined: "mail.no" } as const;

function form(rsvp: Rsvp, { language, wanted, isSaved }: RsvpPageOptions, said: string): string {
  const words = nodeMessages(language);
  const chosen = isSaved ? rsvp.answered : (wanted ?? rsvp.answered);
  const buttons = RSVP_ANSWERS.map(
    (answer) =>
      `<button type="submit" name="answer" value="${answer}" aria-pressed="${answer === chosen}">${escapeHtml(words(LABELS[answer]))}</button>`,
  );
  const isOpen = !isSaved && wanted !== undefined && wanted !== rsvp.answered;
  const prompt = isOpen ? words("rsvp.confirm", { label: words(LABELS[wanted]) }) : words("rsvp.going");
  const note = escapeHtml(words("rsvp.note", { name: rsvp.organizerName }));
  const hint = isSaved ? words("rsvp.change") : said;
  return `<form method="post"><input type="hidden" name="lang" value="${language}">
<details><summary>${note}</summary><textarea name="note" maxlength="1000" aria-label="${note}"></textarea></details>
<fieldset><legend>${escapeHtml(prompt)}</legend><div class="answers">${buttons.join("")}</div></fieldset>
</form>
<p class="quiet">${escapeHtml(hint)}</p>`;
}

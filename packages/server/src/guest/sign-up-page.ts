import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { ownLocal, timedAt } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { escapeHtml } from "../app/outbox/mail-body.ts";
import type { GuestSignUp } from "../app/sign-up/guest-sign-up.ts";
import { clocksText, dayText, whenText } from "../app/when-text.ts";
import { factList, guestPage, type Fact, type GuestPageOptions } from "./guest-page.ts";
import { eventSoonText, soonText } from "./how-soon.ts";

export interface SignUpPageOptions extends GuestPageOptions {
  /** made with the form, so that a repeated submission counts once */
  readonly once: string;
  readonly now: Instant;
  /** the most people that one answer may bring */
  readonly mostPeople: number;
  /** characters of a note */
  readonly longestNote: number;
  /** the problem of the submitted form, in words, and its values */
  readonly problem?: string;
  readonly sent?: URLSearchParams | undefined;
}

const LONGEST_NOTES = 4_000;
const MOST_NAMES = 200;

/**
 * The page on which people without an account sign up, and on which one of them changes that; works without scripts.
 */
export function signUpPage(view: GuestSignUp, options: SignUpPageOptions, status = 200): Response {
  const words = nodeMessages(options.language);
  const title = view.title || words("mail.untitled");
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(words("signUpPage.from", { name: view.organizerName }))}</p>`,
    options.problem ? `<p class="wrong" role="alert">${escapeHtml(options.problem)}</p>` : "",
    standing(view, options),
    facts(view, options),
    form(view, options),
  ];
  return guestPage(words("signUpPage.title", { title }), parts.join("\n"), options, status);
}

/** The reader's standing, on their own page; else why nobody can sign up, or that they would wait. */
function standing({ kind, mine, state }: GuestSignUp, { language }: SignUpPageOptions): string {
  const words = nodeMessages(language);
  const said = (key: MessageKey): string => `<p role="status">${escapeHtml(words(key))}</p>`;
  const isEnded = state === "over" || state === "cancelled";
  const ended = isEnded || (state === "closed" && kind === "join") ? said(`signUpPage.${state}`) : "";
  if (kind === "join") return state === "full" ? said("signUpPage.full") : ended;
  const where =
    mine?.place === "placed"
      ? words("signUpPage.placed", { people: mine.people })
      : mine?.place === "waiting"
        ? words("signUpPage.waits", { position: mine.position ?? 1 })
        : words("signUpPage.gone");
  return `<p class="saved" role="status">${escapeHtml(where)}</p>${ended}<p>${escapeHtml(words("signUpPage.own"))}</p>`;
}

function facts(view: GuestSignUp, { language, now }: SignUpPageOptions): string {
  const words = nodeMessages(language);
  const { spot, capacity, taken, waiting, coming } = view;
  const { object, component } = spot;
  const names = coming?.slice(0, MOST_NAMES).filter((name) => name !== "") ?? [];
  const rows: readonly Fact[] = [
    [
      "mail.when",
      capital(whenText(object, component, language), language),
      eventSoonText(object, component, now, language),
    ],
    ["mail.where", textValue(component, "LOCATION")?.trim() || undefined],
    ["signUpPage.places", capacity === null ? undefined : words("signUpPage.taken", { taken, capacity })],
    ["signUpPage.queue", waiting === 0 ? undefined : words("signUpPage.waiting", { count: waiting })],
    closesFact(view, now, language),
    [
      "signUpPage.comingLabel",
      names.length > 0
        ? names.join("\n")
        : capacity === null
          ? words("signUpPage.people", { count: taken })
          : undefined,
    ],
    ["mail.notes", textValue(component, "DESCRIPTION")?.trim().slice(0, LONGEST_NOTES) || undefined],
  ];
  return factList(rows, language);
}

/** Swedish dates are lower case except at the start of a line. */
const capital = (text: string, language: SignUpPageOptions["language"]): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** The close of sign-up in the event's own time zone, which its own time names. */
function closesFact(
  { spot, closesAt }: GuestSignUp,
  now: Instant,
  language: SignUpPageOptions["language"],
): Fact {
  if (closesAt === null) return ["signUpPage.closes", undefined];
  const start = firstProperty(spot.component, "DTSTART");
  const tzid = start?.parameters.find(({ name }) => name === "TZID")?.values[0];
  const zone = (tzid === undefined ? undefined : (zonesOf(spot.object)(tzid) ?? ianaZone(tzid))) ?? UTC;
  const at = timedAt(closesAt, zone, zone.id);
  const text = [dayText(ownLocal(at), language), clocksText(at, at, language)].join(", ");
  return ["signUpPage.closes", capital(text, language), soonText(at, now, language)];
}

function form(view: GuestSignUp, options: SignUpPageOptions): string {
  const { kind, state, mine } = view;
  const words = nodeMessages(options.language);
  const isMine = mine !== null && mine.place !== "none";
  if (state === "over" || state === "cancelled") return "";
  if (state === "closed" && !isMine) return "";
  const button = isMine ? "signUpPage.change" : state === "full" ? "signUpPage.wait" : "signUpPage.join";
  const fields = `${inputs(view, options)}
<fieldset><div class="answers"><button type="submit" class="primary" name="do" value="join">${escapeHtml(words(button))}</button></div></fieldset>`;
  const hidden = `<input type="hidden" name="lang" value="${options.language}"><input type="hidden" name="once" value="${escapeHtml(options.once)}">`;
  if (kind === "join" || !isMine) return `<form method="post">${hidden}${fields}</form>`;
  const leave = `<form method="post">${hidden}<div class="answers"><button type="submit" name="do" value="leave">${escapeHtml(words("signUpPage.leave"))}</button></div></form>`;
  return `${leave}<details${options.problem ? " open" : ""}><summary>${escapeHtml(words("signUpPage.edit"))}</summary><form method="post">${hidden}${fields}</form></details>`;
}

function inputs({ mine, organizerName }: GuestSignUp, options: SignUpPageOptions): string {
  const { sent, mostPeople, longestNote } = options;
  const words = nodeMessages(options.language);
  const value = (name: string, known: string | undefined): string =>
    escapeHtml((sent?.get(name) ?? known ?? "").slice(0, longestNote));
  const label = (key: MessageKey, args: Record<string, string> = {}): string => escapeHtml(words(key, args));
  return `<label>${label("signUpPage.name")}<input name="name" required maxlength="200" autocomplete="name" value="${value("name", mine?.name)}"></label>
<label>${label("signUpPage.mail")}<small>${label("signUpPage.mailHint")}</small><input name="mail" type="email" maxlength="254" autocomplete="email" value="${value("mail", mine?.mail ?? undefined)}"></label>
<label>${label("signUpPage.howMany")}<input name="people" type="number" inputmode="numeric" min="1" max="${mostPeople}" required value="${value("people", String(mine?.people ?? 1))}"></label>
<label>${label("signUpPage.note", { name: organizerName })}<textarea name="note" maxlength="${longestNote}">${value("note", mine?.note)}</textarea></label>`;
}

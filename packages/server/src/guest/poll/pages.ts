import { POLL_KEPT_DAYS } from "@snart/calendar/poll/poll-times.ts";
import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { pollCalendar } from "../../app/polls/poll-calendar.ts";
import {
  pollByLink,
  voteByLink,
  type GuestVotes,
  type PollByLink,
  type VoteRefusal,
} from "../../app/polls/vote.ts";
import { isTooFast, markAgain, newMark } from "../booking/form.ts";
import { momentWords, soonWords, zoneWords } from "../booking/when.ts";
import {
  guestPage,
  guestPageOptions,
  guestProblemPage,
  readGuestForm,
  type GuestPageOptions,
} from "../guest-page.ts";
import { dayOf, optionWords, soonOf, type Reading } from "./option-words.ts";
import { pollForm, type FormState } from "./poll-form.ts";
import { pollStyle } from "./style.ts";
import { ownCalendarHtml } from "./own-calendar.ts";
import { sentVotes } from "./sent-votes.ts";
import { barOf, votesTable } from "./votes-table.ts";

/** The public address of a poll, and of what was decided as a file for a calendar. */
export const POLL_PATHS = ["/p/:token", "/p/:token/:file"] as const;

interface Asked {
  readonly page: GuestPageOptions;
  readonly reading: Reading;
}

/**
 * Shows a poll to whoever has its link, and takes votes. GET shows and changes nothing, as programs that scan mail open every link.
 * @param network of the request, by which votes are counted
 */
export async function pollPage(
  app: App,
  request: Request,
  token: string,
  file: string | undefined,
  network: string,
): Promise<Response> {
  const isPost = request.method === "POST";
  const fields = isPost ? await readGuestForm(request) : undefined;
  const seen = await pollByLink(app, token);
  const asked = askedOf(app, request, seen, fields);
  if (!seen || (isPost && (!fields || file !== undefined))) return missing(asked.page);
  if (file !== undefined) return file === "poll.ics" ? calendarFile(app, seen, asked) : missing(asked.page);
  if (fields) return voted(app, token, seen, asked, fields, network);
  const query = new URL(request.url).searchParams;
  if (query.get("votes") === "all") return allVotes(token, seen, asked);
  const isSaved = query.has("saved");
  const words = nodeMessages(asked.reading.language);
  const said =
    isSaved && seen.own?.answeredAt ? { text: words("pollPage.saved"), isWrong: false } : undefined;
  return shown(token, seen, asked, { once: newMark(app), wrong: [] }, said);
}

function askedOf(
  app: App,
  request: Request,
  seen: PollByLink | undefined,
  fields: URLSearchParams | undefined,
): Asked {
  const url = new URL(request.url);
  const given = fields ?? url.searchParams;
  const wished = given.get("lang") ?? (seen?.own?.answeredAt ? seen.own.language : null);
  const { language } = guestPageOptions(request, wished, url.pathname);
  const poll = seen?.poll;
  const zone =
    ianaZone(given.get("zone") ?? "") ?? ianaZone(seen?.own?.timeZone ?? poll?.timeZone ?? "") ?? UTC;
  const other = new URLSearchParams({ lang: language === "sv" ? "en-GB" : "sv", zone: zone.id });
  const reading = {
    isAllDay: poll?.isAllDay ?? false,
    length: poll?.length ?? 0,
    zone,
    language,
    now: app.now(),
  };
  const days = new Set(poll?.options.map((option) => dayOf(option, reading)));
  const style = pollStyle(days.size);
  return { page: { language, otherUrl: `${url.pathname}?${other.toString()}`, style }, reading };
}

const missing = (options: GuestPageOptions): Response =>
  guestProblemPage(options, "pollPage.missing", "pollPage.missingBody", 404);

async function calendarFile(app: App, seen: PollByLink, { page }: Asked): Promise<Response> {
  const text = pollCalendar(app, seen);
  if (text === undefined) return missing(page);
  return new Response(text, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="poll.ics"',
      "cache-control": "no-store",
    },
  });
}

interface Said {
  readonly text: string;
  readonly isWrong: boolean;
}

function shown(
  token: string,
  seen: PollByLink,
  { page, reading }: Asked,
  form: FormState,
  said?: Said,
  status = 200,
): Response {
  const { poll, state } = seen;
  const words = nodeMessages(page.language);
  const parts = [
    headHtml(seen, reading),
    // That it has closed is said by what has become of it.
    said && (state === "open" || !said.isWrong)
      ? `<p class="${said.isWrong ? "wrong" : "saved"}" role="${said.isWrong ? "alert" : "status"}">${escapeHtml(said.text)}</p>`
      : "",
    said && !said.isWrong ? ownLinkHtml(seen, reading) : "",
    standingHtml(token, seen, reading),
    state !== "open" && form.sent ? sentVotes(poll.options, form.sent, reading) : "",
    state === "open" ? zoneHtml(token, reading) : "",
    state === "open" ? ownCalendarHtml(seen, reading) : "",
    state === "open" ? pollForm(seen, reading, bestOf(seen), form) : "",
    votesHtml(seen, reading, `/p/${token}?${readAs(reading)}&votes=all`),
    state === "open"
      ? `<p><a href="/polls/join/${escapeHtml(token)}">${escapeHtml(words("pollPage.withAccount"))}</a></p>`
      : "",
    deletedHtml(seen, reading),
  ];
  const options: GuestPageOptions = state === "open" ? { ...page, script: "/guest/poll.js" } : page;
  return guestPage(poll.title, parts.join("\n"), options, status);
}

/** The votes of everybody, without the form. */
function allVotes(token: string, seen: PollByLink, { page, reading }: Asked): Response {
  const back = nodeMessages(page.language)("pollPage.back");
  const parts = [
    headHtml(seen, reading),
    standingHtml(token, seen, reading),
    votesHtml(seen, reading, undefined),
    `<p><a href="/p/${escapeHtml(token)}?${escapeHtml(readAs(reading))}">${escapeHtml(back)}</a></p>`,
    deletedHtml(seen, reading),
  ];
  const otherUrl = `${page.otherUrl}&votes=all`;
  return guestPage(seen.poll.title, parts.join("\n"), { ...page, otherUrl }, 200);
}

/** What of an address says in which language and zone a poll is read. */
const readAs = ({ language, zone }: Reading): string =>
  new URLSearchParams({ lang: language, zone: zone.id }).toString();

const bestOf = ({ state, votes }: PollByLink): string | undefined =>
  state === "open" || state === "closed" ? votes.best : undefined;

function votesHtml(seen: PollByLink, reading: Reading, allAt: string | undefined): string {
  const { poll, votes } = seen;
  const best = poll.chosenId ?? bestOf(seen);
  return votesTable(poll.options, votes, { best, isDecided: poll.chosenId !== null, allAt }, reading);
}

function deletedHtml({ owner }: PollByLink, { language }: Reading): string {
  const words = nodeMessages(language);
  return `<p class="quiet">${escapeHtml(words("pollPage.deleted", { days: POLL_KEPT_DAYS, name: owner.displayName }))}</p>`;
}

function headHtml({ poll, owner, own, state, votes }: PollByLink, { language, zone, now }: Reading): string {
  const words = nodeMessages(language);
  const asks = own
    ? words("pollPage.asksYou", { name: owner.displayName, you: own.name })
    : words("pollPage.asks", { name: owner.displayName });
  const { answered } = votes;
  const closes =
    state === "open" && poll.closesAt !== null
      ? `<p>${escapeHtml(words("pollPage.closes", { when: momentWords(poll.closesAt, zone, language) }))}<i>${escapeHtml(soonWords(poll.closesAt, now, zone, language))}</i></p>`
      : "";
  const some = answered
    ? `<p><b>${escapeHtml(words("pollPage.answered", answered))}</b>${barOf(answered.some, 0, answered.of)}</p>`
    : "";
  return `<p class="asks">${escapeHtml(asks)}</p><h1>${escapeHtml(poll.title)}</h1>
${poll.place === "" ? "" : `<p>${escapeHtml(poll.place)}</p>`}${poll.description === "" ? "" : `<p>${escapeHtml(poll.description)}</p>`}
${closes === "" && !answered ? "" : `<div class="facts">${some}${closes}</div>`}`;
}

/** What has become of it: decided, closed or called off. */
function standingHtml(token: string, { poll, state }: PollByLink, reading: Reading): string {
  const words = nodeMessages(reading.language);
  if (state === "open") return "";
  const chosen = poll.options.find(({ id }) => id === poll.chosenId);
  if (state !== "scheduled" || !chosen)
    return `<p role="status" class="wrong">${escapeHtml(words(state === "cancelled" ? "pollPage.cancelled" : "pollPage.closed"))}</p>`;
  const file = `/p/${escapeHtml(token)}/poll.ics`;
  return `<div role="status" class="saved"><b>✓ ${escapeHtml(words("pollPage.decided", { when: optionWords(chosen, reading) }))}</b><i>${escapeHtml(soonOf(chosen, reading))}</i></div><p><a href="${file}">${escapeHtml(words("pollPage.download"))}</a></p>`;
}

/** Without mail the page itself is all there is: its address is to be kept. */
function ownLinkHtml({ own }: PollByLink, { language }: Reading): string {
  const words = nodeMessages(language);
  return `<p>${escapeHtml(words(own?.mail ? "pollPage.keepLinkMail" : "pollPage.keepLink"))}</p>`;
}

function zoneHtml(token: string, { isAllDay, zone, language }: Reading): string {
  if (isAllDay) return "";
  const words = nodeMessages(language);
  const zones = [...new Set([zone.id, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted();
  const options = zones.map((id) => `<option${id === zone.id ? " selected" : ""}>${escapeHtml(id)}</option>`);
  return `<details><summary>${escapeHtml(words("pollPage.zone", { zone: zoneWords(zone) }))}</summary><form method="get" action="/p/${escapeHtml(token)}"><input type="hidden" name="lang" value="${language}"><label>${escapeHtml(words("bookingPage.zone"))}<select name="zone">${options.join("")}</select></label><p><button>${escapeHtml(words("bookingPage.show"))}</button></p></form></details>`;
}

async function voted(
  app: App,
  token: string,
  seen: PollByLink,
  asked: Asked,
  fields: URLSearchParams,
  network: string,
): Promise<Response> {
  const words = nodeMessages(asked.reading.language);
  const once = fields.get("once") ?? "";
  const isRobot = (fields.get("website") ?? "") !== "";
  const refuse = (text: string, status: number, wrong: FormState["wrong"] = []): Response =>
    shown(token, seen, asked, { once: markAgain(app), sent: fields, wrong }, { text, isWrong: true }, status);
  if (isRobot || isTooFast(app, once)) return refuse(words("pollPage.tooFast"), 422);
  const done = await voteByLink(app, token, votesOf(asked, seen, fields), network);
  if (!done.ok) return refused(asked, done.problem, refuse);
  const to = `/p/${done.value}?${readAs(asked.reading)}&saved=1`;
  return new Response(null, { status: 303, headers: { location: to, "cache-control": "no-store" } });
}

function refused(
  { page }: Asked,
  problem: VoteRefusal,
  refuse: (text: string, status: number, wrong?: FormState["wrong"]) => Response,
): Response {
  const words = nodeMessages(page.language);
  switch (problem.kind) {
    case "missing":
      return missing(page);
    case "wrong":
      return refuse(words("pollPage.wrong"), 422, problem.fields);
    case "closed":
      return refuse(words("pollPage.closed"), 409);
    case "full":
      return refuse(words("pollPage.full"), 409);
    case "tooMany": {
      const answer = refuse(words("pollPage.tooMany"), 429);
      answer.headers.set("retry-after", String(problem.retryAfter));
      return answer;
    }
  }
}

/** What a form that was sent says. */
function votesOf({ reading }: Asked, { poll }: PollByLink, fields: URLSearchParams): GuestVotes {
  const text = (name: string): string => (fields.get(name) ?? "").replaceAll("\r\n", "\n");
  const answers: Record<string, GuestVotes["answers"][string]> = {};
  for (const [name, value] of fields) {
    const match = /^a-(.+)-([0-9a-z]{1,11})$/.exec(name);
    const [, id = "", at = ""] = match ?? [];
    const isKnown = poll.options.some((option) => option.id === id);
    if (match && isKnown && (value === "yes" || value === "ifNeeded" || value === "no"))
      answers[id] = { answer: value, start: Number.parseInt(at, 36) };
  }
  const suggestion = suggestionOf(text("suggestion"), reading);
  return {
    answers,
    note: text("note"),
    ...(suggestion !== undefined && { suggestion }),
    name: text("name"),
    mail: text("mail"),
    language: reading.language,
    timeZone: reading.zone.id,
    once: text("once").slice(0, 100),
    wantsReminders: fields.has("reminders"),
  };
}

/** A time as a browser's own field writes it, on the reader's clock; NaN for what is none. */
function suggestionOf(text: string, { isAllDay, zone }: Reading): number | undefined {
  if (text === "") return undefined;
  const local = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : NaN;
  const at = text.length === 10 ? Date.parse(text) : local;
  if (Number.isNaN(at)) return NaN;
  return isAllDay ? Math.floor(at / DAY) * DAY : zone.toInstant(asLocal(Math.floor(at / MINUTE) * MINUTE));
}

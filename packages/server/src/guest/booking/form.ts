import { wordsFor, type Place, type Question } from "@snart/calendar/booking-page/event-type.ts";
import type { OfferedStart } from "@snart/calendar/booking-page/offered-starts.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import type { App } from "../../app/app.ts";
import type { FoundPage } from "../../app/booking-pages/find-page.ts";
import type { FormField, GuestForm } from "../../app/booking-pages/guest-form.ts";
import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { factList, guestPage } from "../guest-page.ts";
import { addressWith, type Asked } from "./asked.ts";
import { CHEVRON_BACK } from "./chevrons.ts";
import { keptHtml } from "./kept.ts";
import { nightsWords } from "./nights.ts";
import type { Choosing } from "./choosing.ts";
import { hostTime, startsHtml } from "./times.ts";
import { soonWords, spanWords, startWords, zoneWords } from "./when.ts";

/** A form is sent by no person sooner than this. */
const QUICKEST = 1_500;

/** What a page with the form says besides the form. */
export interface FormState {
  readonly start: number;
  readonly length: number;
  /** what was sent before; it is kept */
  readonly sent?: URLSearchParams;
  readonly wrong?: readonly FormField[];
  /** why nothing was booked, in words */
  readonly said?: string;
  readonly alternatives?: readonly OfferedStart[];
  readonly once: string;
  /** somebody answers before it is booked */
  readonly isAsked: boolean;
}

/** A mark of a form: when it was made, and a secret by which it books once however often it is sent. */
export const newMark = (app: App): string => `${app.now().toString(36)}-${app.newSecret(12)}`;

/** The mark of a form that has come back once, with its secret: whoever presses again is taken at their word. */
export const markAgain = (app: App, mark = ""): string =>
  `0-${/^[^-]*-(.+)$/.exec(mark)?.[1] ?? app.newSecret(12)}`;

/** Whether a form came back so soon that nobody can have filled it in. */
export function isTooFast(app: App, mark: string): boolean {
  const made = Number.parseInt(mark.split("-")[0] ?? "", 36);
  return !(app.now() - made >= QUICKEST);
}

/** Whether guests who share a time see each other, which the form says, and says back that it has. */
const showsNames = ({ type }: Pick<AskedType, "type">): boolean =>
  type.showsGuests === true && (type.seats ?? 1) > 1;

export function formPage(
  app: App,
  { page, owner }: FoundPage,
  asked: Asked,
  choosing: Choosing,
  state: FormState,
  status = 200,
): Response {
  const { language, zone } = asked;
  const words = nodeMessages(language);
  const { type } = choosing;
  const title = wordsFor(type.eventType.title, language);
  const parts = [
    '<div class="book"><div class="about">',
    `<p class="back"><a href="${escapeHtml(addressWith(choosing.path, asked))}">${CHEVRON_BACK}${escapeHtml(words("bookingPage.allTimes"))}</a></p>`,
    `<h1>${escapeHtml(title)}</h1>`,
    whenFacts(asked, type, state, owner.displayName),
    '</div><div class="details">',
    state.said === undefined ? "" : `<p class="wrong" role="alert">${escapeHtml(state.said)}</p>`,
    (state.alternatives ?? []).length > 0
      ? `<h2>${escapeHtml(words("bookingPage.otherTimes"))}</h2>${alternativesHtml(asked, choosing, state)}`
      : "",
    formHtml(
      app,
      asked,
      type,
      state,
      words(state.isAsked ? "bookingPage.ask" : "bookingPage.book", {
        when: startWords(state.start, zone, language),
      }),
    ),
    '</div><div class="zone">',
    keptHtml(page.keepDays, state.start + state.length + page.keepDays * DAY, asked),
    showsNames(type) ? `<p class="quiet">${escapeHtml(words("bookingPage.showsGuests"))}</p>` : "",
    app.outside ? "" : `<p class="quiet">${escapeHtml(words("bookingPage.noMail"))}</p>`,
    "</div></div>",
  ];
  return guestPage(title, parts.join("\n"), asked, status);
}

/** What has been written goes along: one press takes another time with the same form. */
function alternativesHtml(
  asked: Asked,
  choosing: Choosing,
  { alternatives = [], sent, length }: FormState,
): string {
  if (!sent) return startsHtml(asked, choosing, alternatives, true);
  const { zone, language, now } = asked;
  const kept = [...sent].filter(([name]) => name !== "once" && name !== "website" && name !== "length");
  const items = alternatives.map(({ start, lengths }) => {
    const other = lengths.includes(length) ? length : (lengths[0] ?? length);
    const hidden = [...kept, ["length", String(other / 60_000)]]
      .map(
        ([name = "", value = ""]) =>
          `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
      )
      .join("");
    const [path = ""] = choosing.toTime(start).split("?");
    const soon = soonWords(start, now, zone, language);
    return `<li><form method="post" action="${escapeHtml(path)}">${hidden}<input type="hidden" name="once" value=""><button name="do" value="look">${escapeHtml(startWords(start, zone, language))} <i>${escapeHtml(soon)}</i></button></form></li>`;
  });
  return `<ul class="times">${items.join("")}</ul>`;
}

function whenFacts(asked: Asked, type: AskedType, { start, length }: FormState, name: string): string {
  const { zone, language, now } = asked;
  const words = nodeMessages(language);
  const end = start + length;
  const other = hostTime(start, zone, type);
  const theirs =
    other &&
    words("bookingPage.hostZone", {
      time: spanWords(start, end, other, language),
      zone: zoneWords(other),
      name,
    });
  const nights = nightsWords(type, start, end, asked);
  const own = [`${spanWords(start, end, zone, language)} (${zoneWords(zone)})`, nights]
    .filter(Boolean)
    .join("\n");
  return factList(
    [
      [
        "bookingPage.when",
        theirs === undefined ? own : `${own}\n${theirs}`,
        soonWords(start, now, zone, language),
      ],
    ],
    language,
  );
}

interface Field {
  readonly id: FormField;
  readonly label: string;
  readonly attributes: string;
  readonly isLong?: boolean;
  readonly hint?: string;
}

function formHtml(
  { outside }: App,
  asked: Asked,
  { type }: AskedType,
  state: FormState,
  button: string,
): string {
  const { language } = asked;
  const words = nodeMessages(language);
  const mailHint = outside ? { hint: words("bookingPage.mailHint") } : {};
  const [asKnown, nameHint] = asked.account
    ? [" readonly", { hint: words("bookingPage.ofAccount") }]
    : ["", {}];
  const { sent, wrong = [] } = state;
  const known: Readonly<Record<string, string | undefined>> = sent ? {} : asked.known;
  const fixed: Readonly<Record<string, string | undefined>> = { ...asked.account };
  const value = (name: string): string => fixed[name] ?? sent?.get(name) ?? known[name] ?? "";
  const problem = (id: FormField): string =>
    wrong.includes(id) ? words(WRONG[id] ?? "bookingPage.wrong.answer") : "";
  const field = (one: Field): string => fieldHtml(one, value(one.id), problem(one.id), one.id === wrong[0]);
  const questions = (type.questions ?? []).map((question, at) =>
    questionHtml(question, {
      id: `answer-${at}`,
      language,
      value,
      problem,
      isFirst: wrong[0] === `answer-${at}`,
      field,
    }),
  );
  const hidden = [
    ["once", state.once],
    ["lang", language],
    ...(showsNames({ type }) ? [["names", "shown"]] : []),
    ["zone", asked.zone.id],
    ["length", String(state.length / 60_000)],
    ...(asked.link === undefined ? [] : [["link", asked.link]]),
  ].map(([name = "", text = ""]) => `<input type="hidden" name="${name}" value="${escapeHtml(text)}">`);
  return `<form method="post" data-holds>${hidden.join("")}
${field({ id: "name", label: words("bookingPage.name"), attributes: `autocomplete="name" required maxlength="200"${asKnown}`, ...nameHint })}
${field({ id: "mail", label: words("bookingPage.mail"), attributes: `type="email" autocomplete="email" required maxlength="254"${asKnown}`, ...mailHint })}
${placesHtml(type.places ?? [], { language, value, problem, field })}
${questions.join("\n")}
<div class="trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></div>
<p class="kept" role="status"></p>
<button class="primary wide" name="do" value="book">${escapeHtml(button)}</button></form>`;
}

const WRONG: Readonly<Partial<Record<FormField, MessageKey>>> = {
  name: "bookingPage.wrong.name",
  mail: "bookingPage.wrong.mail",
  timeZone: "bookingPage.wrong.timeZone",
  place: "bookingPage.wrong.place",
  placeText: "bookingPage.wrong.placeText",
};

function fieldHtml(
  { id, label, attributes, isLong = false, hint }: Field,
  value: string,
  problem: string,
  isFirstWrong: boolean,
): string {
  const described = problem === "" ? "" : ` aria-invalid="true" aria-describedby="${id}-wrong"`;
  const focus = isFirstWrong ? " autofocus" : "";
  const control = isLong
    ? `<textarea name="${id}" ${attributes}${described}${focus}>${escapeHtml(value)}</textarea>`
    : `<input name="${id}" ${attributes} value="${escapeHtml(value)}"${described}${focus}>`;
  const small = hint === undefined ? "" : `<small>${escapeHtml(hint)}</small>`;
  const said = problem === "" ? "" : `<p class="field-wrong" id="${id}-wrong">${escapeHtml(problem)}</p>`;
  return `<label>${escapeHtml(label)}${small}${control}</label>${said}`;
}

interface Writing {
  readonly language: Asked["language"];
  readonly value: (name: string) => string;
  readonly problem: (id: FormField) => string;
  readonly field: (one: Field) => string;
}

function questionHtml(
  question: Question,
  {
    id,
    language,
    value,
    problem,
    isFirst,
    field,
  }: Writing & { readonly id: FormField; readonly isFirst: boolean },
): string {
  const words = nodeMessages(language);
  const text = wordsFor(question.label, language);
  const label = question.required ? text : words("bookingPage.optional", { label: text });
  const required = question.required ? "required" : "";
  const said =
    problem(id) === "" ? "" : `<p class="field-wrong" id="${id}-wrong">${escapeHtml(problem(id))}</p>`;
  const focus = isFirst ? " autofocus" : "";
  switch (question.kind) {
    case "text":
      return field({ id, label, attributes: `${required} maxlength="2000"`, isLong: true });
    case "phone":
      return field({ id, label, attributes: `${required} type="tel" autocomplete="tel" maxlength="40"` });
    case "tick":
      return `<label class="choice"><input type="checkbox" name="${id}" value="yes" ${required}${value(id) === "yes" ? " checked" : ""}${focus}>${escapeHtml(label)}</label>${said}`;
    case "choice": {
      const options = question.choices.map(
        (choice, at) =>
          `<label class="choice"><input type="radio" name="${id}" value="${at}" ${required}${value(id) === String(at) ? " checked" : ""}>${escapeHtml(wordsFor(choice, language))}</label>`,
      );
      return `<fieldset><legend>${escapeHtml(label)}</legend>${options.join("")}</fieldset>${said}`;
    }
  }
}

function placesHtml(places: readonly Place[], { language, value, problem, field }: Writing): string {
  const words = nodeMessages(language);
  if (places.length === 0) return "";
  const nameOf = (place: Place): string =>
    place.kind === "address" ? place.address : words(`bookingPage.place.${place.kind}`);
  const choices = places.map(
    (place, at) =>
      `<label class="choice"><input type="radio" name="place" value="${at}" required${value("place") === String(at) ? " checked" : ""}>${escapeHtml(nameOf(place))}</label>`,
  );
  const [only] = places;
  const said = problem("place") === "" ? "" : `<p class="field-wrong">${escapeHtml(problem("place"))}</p>`;
  const legend = escapeHtml(words("bookingPage.places"));
  const choice =
    places.length > 1
      ? `<fieldset><legend>${legend}</legend>${choices.join("")}</fieldset>${said}`
      : only
        ? `<p><b>${legend}</b><br>${escapeHtml(nameOf(only))}</p>`
        : "";
  const kinds = new Set(places.map(({ kind }) => kind));
  const isNeeded = kinds.has("phone") || kinds.has("askGuest");
  const label = words(kinds.has("phone") ? "bookingPage.phone" : "bookingPage.whereText");
  const required = places.length === 1 ? "required" : "";
  const text = isNeeded ? field({ id: "placeText", label, attributes: `${required} maxlength="200"` }) : "";
  return choice + text;
}

/** What a form that was sent says. */
export function guestFormOf(
  asked: Asked,
  { type }: AskedType,
  start: number,
  form: URLSearchParams,
): GuestForm {
  const text = (name: string): string => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  const place = /^\d$/.test(text("place")) ? Number(text("place")) : undefined;
  return {
    start,
    length: asked.length ?? NaN,
    name: text("name"),
    isNameShown: text("names") === "shown",
    mail: text("mail").trim(),
    ...(asked.account && { ...asked.account, isProved: true }),
    language: asked.language,
    timeZone: asked.zone.id,
    answers: (type.questions ?? []).map(({ kind }, at) =>
      kind === "tick" ? text(`answer-${at}`) === "yes" : text(`answer-${at}`),
    ),
    place,
    placeText: text("placeText"),
    once: text("once").slice(0, 100),
  };
}

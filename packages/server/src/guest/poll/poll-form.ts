import { answerTo, type PollAnswer, type PollOption } from "@snart/calendar/poll/poll.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { PollByLink, VoteField } from "../../app/polls/vote.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { dayWords } from "../booking/when.ts";
import { dayOf, optionWords, shortDay, soonOf, timeWords, weekOf, type Reading } from "./option-words.ts";
import { markOf, saidOf } from "./votes-table.ts";

/** What the form of a poll shows besides the poll. */
export interface FormState {
  readonly once: string;
  /** what was sent before; it is kept */
  readonly sent?: URLSearchParams;
  readonly wrong: readonly VoteField[];
}

const ANSWERS: readonly PollAnswer[] = ["yes", "ifNeeded", "no"];

/** The name of an option's field: with its time, so that an answer is about what its writer saw. */
export const fieldOf = ({ id, start }: PollOption): string => `a-${id}-${start.toString(36)}`;

/** The form by which somebody votes: a day beside another, and on a phone one at a time. */
export function pollForm(
  seen: PollByLink,
  reading: Reading,
  best: string | undefined,
  state: FormState,
): string {
  const { language } = reading;
  const words = nodeMessages(language);
  const days = Map.groupBy(seen.poll.options, (option) => dayOf(option, reading));
  const numbers = [...days.keys()];
  const tiles = numbers.map((day) => tileHtml(seen, reading, day, days.get(day) ?? []));
  const sections = numbers.map((day, at) => {
    const fields = (days.get(day) ?? []).map((option) => optionHtml(seen, reading, option, best, state.sent));
    return `<section id="day-${day}" aria-labelledby="head-${day}"><h2 id="head-${day}">${escapeHtml(dayWords(day, language))}<small>${escapeHtml(words("pollPage.week", { week: weekOf(day) }))}</small></h2><i>${escapeHtml(soonOf(days.get(day)?.[0] ?? { start: 0 }, reading))}</i>${fields.join("")}${stepsHtml(numbers, at, reading)}</section>`;
  });
  const hidden = [
    ["once", state.once],
    ["lang", language],
    ["zone", reading.zone.id],
  ].map(([name = "", text = ""]) => `<input type="hidden" name="${name}" value="${escapeHtml(text)}">`);
  const nav =
    numbers.length > 1
      ? `<nav class="tiles" aria-label="${escapeHtml(words("pollPage.dayList"))}">${tiles.join("")}</nav>`
      : "";
  return `${nav}<form method="post">${hidden.join("")}<div class="days">${sections.join("\n")}</div>
<div class="you">${whoHtml(seen, reading, state)}</div>
<div class="trap" aria-hidden="true"><label>Website<input name="website" tabindex="-1" autocomplete="off"></label></div>
<button class="primary wide" name="do" value="vote">${escapeHtml(words(seen.own?.answeredAt ? "pollPage.change" : "pollPage.send"))}</button></form>`;
}

function tileHtml(
  { own }: PollByLink,
  { language }: Reading,
  day: number,
  options: readonly PollOption[],
): string {
  const words = nodeMessages(language);
  const [weekday, date] = shortDay(day, language);
  const isDone = own !== undefined && options.every((option) => answerTo(own, option) !== undefined);
  const small = isDone
    ? `<span class="done">✓ ${escapeHtml(words("pollPage.done"))}</span>`
    : escapeHtml(words("pollPage.times", { count: options.length }));
  return `<a href="#day-${day}">${escapeHtml(weekday)}<b>${escapeHtml(date)}</b>${small}</a>`;
}

function optionHtml(
  { poll, own, votes }: PollByLink,
  reading: Reading,
  option: PollOption,
  best: string | undefined,
  sent: URLSearchParams | undefined,
): string {
  const words = nodeMessages(reading.language);
  const said = saidOf(reading.language);
  const name = fieldOf(option);
  const chosen = sent?.get(name) ?? (own && answerTo(own, option));
  const was = own?.answers[option.id];
  const isAnew = was !== undefined && was.start !== option.start && chosen === undefined;
  const count = votes.counts?.[option.id];
  const isBest = option.id === best;
  const choices = ANSWERS.filter((each) => each !== "ifNeeded" || poll.allowsIfNeeded).map(
    (each) =>
      `<label class="${each.charAt(0)}"><input type="radio" name="${escapeHtml(name)}" value="${each}"${chosen === each ? " checked" : ""}><span aria-hidden="true">${markOf(each)}</span>${escapeHtml(said[each])}</label>`,
  );
  const sofar = [
    isBest ? `<span class="badge">${escapeHtml(words("pollPage.best"))}</span>` : "",
    count ? escapeHtml(words("pollPage.soFar", { count: count.yes })) : "",
  ].join(" ");
  const anew = isAnew ? `<p class="quiet">${escapeHtml(words("pollPage.anew"))}</p>` : "";
  return `<fieldset class="time${isBest ? " best" : ""}" data-start="${option.start}"><legend aria-label="${escapeHtml(optionWords(option, reading))}">${escapeHtml(timeWords(option, reading))}</legend><span class="sofar">${sofar}</span><div class="switch">${choices.join("")}</div>${anew}</fieldset>`;
}

/** On a phone: to the day before and after. */
function stepsHtml(days: readonly number[], at: number, { language }: Reading): string {
  const words = nodeMessages(language);
  const [before, after] = [days[at - 1], days[at + 1]];
  const links = [
    before === undefined ? "" : `<a href="#day-${before}">${escapeHtml(words("pollPage.back"))}</a>`,
    after === undefined
      ? ""
      : `<a class="on" href="#day-${after}">${escapeHtml(words("pollPage.next", { day: dayWords(after, language) }))}</a>`,
  ].join("");
  return links === "" ? "" : `<div class="next">${links}</div>`;
}

function whoHtml(
  { own, poll, voterId }: PollByLink,
  { language }: Reading,
  { sent, wrong }: FormState,
): string {
  const words = nodeMessages(language);
  const field = (id: VoteField, label: string, attributes: string, value: string, hint = ""): string => {
    const isWrong = wrong.includes(id);
    const described = isWrong ? ` aria-invalid="true" aria-describedby="${id}-wrong"` : "";
    const focus = wrong[0] === id ? " autofocus" : "";
    const small = hint === "" ? "" : `<small>${escapeHtml(hint)}</small>`;
    const said = isWrong
      ? `<p class="field-wrong" id="${id}-wrong">${escapeHtml(words(`pollPage.wrong.${id}`))}</p>`
      : "";
    return `<label>${escapeHtml(label)}${small}<input name="${id}" ${attributes} value="${escapeHtml(value)}"${described}${focus}></label>${said}`;
  };
  const isNew = voterId === undefined;
  const needsMail = isNew || (own?.principalId === null && own.mail === "");
  const kind = poll.isAllDay ? "date" : "datetime-local";
  const wantsReminders = sent ? sent.has("reminders") : (own?.wantsReminders ?? true);
  return [
    isNew
      ? field(
          "name",
          words("pollPage.name"),
          'autocomplete="name" required maxlength="200"',
          sent?.get("name") ?? "",
        )
      : "",
    needsMail
      ? field(
          "mail",
          words("pollPage.mail"),
          'type="email" autocomplete="email" maxlength="254"',
          sent?.get("mail") ?? "",
          words("pollPage.mailHint"),
        )
      : "",
    field("note", words("pollPage.note"), 'maxlength="500"', sent?.get("note") ?? own?.note ?? ""),
    poll.allowsSuggestions
      ? field("suggestion", words("pollPage.suggest"), `type="${kind}"`, sent?.get("suggestion") ?? "")
      : "",
    poll.closesAt === null
      ? '<input type="hidden" name="reminders" value="yes">'
      : `<label class="choice"><input type="checkbox" name="reminders" value="yes"${wantsReminders ? " checked" : ""}>${escapeHtml(words("pollPage.reminders"))}</label>`,
  ].join("\n");
}

import type { PollAnswer, PollOption } from "@snart/calendar/poll/poll.ts";
import type { SeenVotes, SeenVoter } from "@snart/calendar/poll/see-poll.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { dayOf, shortDay, soonOf, timeWords, type Reading } from "./option-words.ts";

const MARKS: Readonly<Record<PollAnswer, readonly [string, string]>> = {
  yes: ["y", "✓"],
  ifNeeded: ["i", "~"],
  no: ["n", "–"],
};

/** The votes of more people have a page of their own: a slow phone would read and lay them out for seconds. */
const MOST_BESIDE_FORM = 40;

/** The mark of an answer: readable without its colour. */
export const markOf = (answer: PollAnswer): string => MARKS[answer][1];

interface VotesLook {
  readonly best: string | undefined;
  readonly isDecided: boolean;
  /** the address of the page that has the votes of many people; undefined on that page itself */
  readonly allAt: string | undefined;
}

/**
 * The votes that a reader may see, people as rows and times as columns; nothing if there are none for them. Of many people the sums and one's
 * own votes stand here, with the way to all: in another tab, as what is filled in here would be lost.
 */
export function votesTable(
  options: readonly PollOption[],
  { voters, counts, answered }: SeenVotes,
  { best, isDecided, allAt }: VotesLook,
  reading: Reading,
): string {
  const words = nodeMessages(reading.language);
  if (!counts || (voters.length === 0 && Object.keys(counts).length === 0)) return "";
  const head = options.map((option) => {
    const [weekday, date] = shortDay(dayOf(option, reading), reading.language);
    const badge =
      option.id === best
        ? `<span class="badge">${escapeHtml(words(isDecided ? "pollPage.chosen" : "pollPage.best"))}</span>`
        : "";
    return `<th scope="col"${mark(option.id === best)}>${badge}${escapeHtml(weekday)}<b>${escapeHtml(date)}</b>${escapeHtml(timeWords(option, reading))}<i>${escapeHtml(soonOf(option, reading))}</i></th>`;
  });
  const said = saidOf(reading.language);
  const rowReading = { said, best, language: reading.language };
  const isPart = allAt !== undefined && voters.length > MOST_BESIDE_FORM;
  const rows = voters.flatMap((voter, at) =>
    isPart && !voter.isOwn ? [] : [rowHtml(voter, at, options, rowReading)],
  );
  const asked = answered?.of ?? voters.length;
  const sums = options.map(({ id }) => {
    const { yes = 0, ifNeeded = 0 } = counts[id] ?? {};
    const more =
      ifNeeded === 0
        ? ""
        : ` <small>${escapeHtml(words("pollPage.alsoIfNeeded", { count: ifNeeded }))}</small>`;
    return `<td${mark(id === best)}>${yes}${more}${barOf(yes, ifNeeded, asked)}</td>`;
  });
  const label = escapeHtml(words("pollPage.votes"));
  const table = `<div class="votes" role="region" aria-labelledby="votes" tabindex="0"><table><thead><tr><th scope="col">${escapeHtml(words("pollPage.who"))}</th>${head.join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody>
<tfoot><tr><th scope="row">${escapeHtml(words("pollPage.canCome"))}</th>${sums.join("")}</tr></tfoot></table></div>`;
  return `<h2 id="votes">${label}</h2>
<p class="legend quiet">${(["yes", "ifNeeded", "no"] as const).map((each) => `<span>${markOf(each)} ${escapeHtml(said[each])}</span>`).join("")}</p>
${table}${isPart ? `<p><a href="${escapeHtml(allAt)}" target="_blank" rel="noopener">${escapeHtml(words("pollPage.votesOf", { count: voters.length }))}</a></p>` : ""}`;
}

/** How many of all say yes, or if need be, as lengths; the numbers stand above them. */
export function barOf(yes: number, ifNeeded: number, of: number): string {
  const part = (count: number): number => Math.round((count / Math.max(of, yes + ifNeeded, 1)) * 100);
  return `<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="4"/><rect class="yes" width="${part(yes)}" height="4"/><rect class="maybe" x="${part(yes)}" width="${part(ifNeeded)}" height="4"/></svg>`;
}

const mark = (isBest: boolean): string => (isBest ? ' class="best"' : "");

type Said = Readonly<Record<PollAnswer, string>>;

/** The words of the answers. */
export function saidOf(language: Language): Said {
  const words = nodeMessages(language);
  return { yes: words("pollPage.yes"), ifNeeded: words("pollPage.ifNeeded"), no: words("pollPage.no") };
}

interface RowReading {
  readonly said: Said;
  readonly best: string | undefined;
  readonly language: Language;
}

function rowHtml(
  { name, isOwn, answers, note }: SeenVoter,
  at: number,
  options: readonly PollOption[],
  { said, best, language }: RowReading,
): string {
  const words = nodeMessages(language);
  const called = isOwn ? words("pollPage.you") : (name ?? words("pollPage.somebody", { number: at + 1 }));
  const cells = options.map(({ id }) => {
    const answer = answers[id];
    const [kind, sign] = answer === undefined ? ["s", ""] : MARKS[answer];
    const label = answer === undefined ? "" : ` aria-label="${escapeHtml(said[answer])}"`;
    return `<td class=${id === best ? `"${kind} best"` : kind}${label}>${sign}`;
  });
  const also =
    Object.keys(answers).length === 0
      ? ` <small>${escapeHtml(words("pollPage.notYet"))}</small>`
      : note === ""
        ? ""
        : ` <small>${escapeHtml(note)}</small>`;
  return `<tr${isOwn ? ' class="own"' : ""}><th scope="row">${escapeHtml(called)}${also}</th>${cells.join("")}`;
}

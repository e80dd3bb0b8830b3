import type { PollOption } from "@snart/calendar/poll/poll.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { optionWords, type Reading } from "./option-words.ts";
import { fieldOf } from "./poll-form.ts";
import { markOf, saidOf } from "./votes-table.ts";

/** What a voter sent to a poll that had closed meanwhile: it was not saved, and is shown so that it can still be told. */
export function sentVotes(options: readonly PollOption[], sent: URLSearchParams, reading: Reading): string {
  const words = nodeMessages(reading.language);
  const said = saidOf(reading.language);
  const answers = options.flatMap((option) => {
    const answer = sent.get(fieldOf(option));
    if (answer !== "yes" && answer !== "ifNeeded" && answer !== "no") return [];
    const when = escapeHtml(optionWords(option, reading));
    return [`<li>${when}: <b>${markOf(answer)} ${escapeHtml(said[answer])}</b></li>`];
  });
  const note = (sent.get("note") ?? "").trim();
  if (answers.length === 0 && note === "") return "";
  return `<section aria-labelledby="sent"><h2 id="sent">${escapeHtml(words("pollPage.sent"))}</h2><p>${escapeHtml(words("pollPage.sentLate"))}</p>
${answers.length === 0 ? "" : `<ul>${answers.join("")}</ul>`}${note === "" ? "" : `<p>${escapeHtml(note)}</p>`}</section>`;
}

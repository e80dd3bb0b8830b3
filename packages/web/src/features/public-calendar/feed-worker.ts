// Reads a published calendar beside the page, which stays quick however large it is; and what it needs to read iCalendar
// text is no part of any other page.
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { FeedAnswer, FeedQuestion } from "./feed-messages.ts";
import { publicOccurrences, readPublicFeed, type PublicFeed } from "./read-feed.ts";

let feed: PublicFeed = { name: "", colour: null, description: "", changedAt: null, series: [] };

async function answerTo(question: FeedQuestion): Promise<FeedAnswer> {
  const { id } = question;
  if (question.kind === "read") {
    feed = await readPublicFeed(question.text);
    const { series: _, ...facts } = feed;
    return { id, kind: "read", facts };
  }
  const { from, to, language } = question;
  const reader = { zone: ianaZone(question.zone) ?? UTC, language };
  return { id, kind: "find", occurrences: publicOccurrences(feed, { from, to }, reader) };
}

addEventListener("message", ({ data }: MessageEvent<FeedQuestion>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});

import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../../app/app.ts";
import { fillStart, leaveFilling, type FillRefusal } from "../../app/booking-pages/filling/fill-start.ts";
import type { FoundPage } from "../../app/booking-pages/find-page.ts";
import type { AskedType } from "../../app/booking-pages/page-facts.ts";
import type { Asked } from "./asked.ts";
import { clockText } from "./when.ts";

/** What the script of a booking page asks for, which no form does: to keep the time while its guest fills in the form, and to give it up. */
export type FillingWish = "fill" | "leave";

export const isFillingWish = (wish: string | null): wish is FillingWish =>
  wish === "fill" || wish === "leave";

interface AnswerToScript {
  /** for the guest; empty: nothing */
  readonly text: string;
  /** ms UTC; absent: nothing is kept */
  readonly until?: number;
  /** whether something was given up */
  readonly isLeft?: boolean;
}

/** Answers the script. What it keeps binds other guests alone, and ends by itself. */
export async function answerFilling(
  app: App,
  found: FoundPage,
  asked: Asked & { readonly length: number },
  type: AskedType,
  { wish, start, once }: { readonly wish: FillingWish; readonly start: number; readonly once: string },
  network: string,
): Promise<Response> {
  if (wish === "leave") return answer({ text: "", isLeft: await leaveFilling(app, found, once) }, 200);
  const { language, zone, length } = asked;
  const form = { start, length, language, timeZone: zone.id, once };
  const done = await fillStart(app, found, type, form, network);
  if (!done.ok) return refused(done.problem, asked);
  const time = clockText(done.value, zone, language);
  return answer({ text: nodeMessages(language)("bookingPage.kept", { time }), until: done.value }, 200);
}

function refused(problem: FillRefusal, { language, zone }: Asked): Response {
  const words = nodeMessages(language);
  if (problem.kind === "gone") {
    const { until } = problem;
    const text =
      until === undefined
        ? words("bookingPage.goneMeanwhile")
        : words("bookingPage.othersFill", { time: clockText(until, zone, language) });
    return answer({ text }, 409);
  }
  // Without it the time can be booked all the same.
  const text = problem.of === "holds" ? "" : words("bookingPage.tooMany.network");
  const tooMany = answer({ text }, 429);
  tooMany.headers.set("retry-after", String(problem.retryAfter));
  return tooMany;
}

const answer = (said: AnswerToScript, status: number): Response =>
  Response.json(said, { status, headers: { "cache-control": "no-store" } });

import type { FeedErrorCode } from "@snart/calendar/jmap/feeds.ts";
import { feedErrorOf } from "../../api/calendars/feeds-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import type { MessageKey } from "../../i18n/messages.ts";

/** Before what another server did: of our own some things are said by the same words. */
const ELSEWHERE = "elsewhere ";

/** Returns the code of a problem: one of our own server's, or of what another server did. */
export function codeOf(problem: ApiProblem): string {
  const reason = feedErrorOf(problem);
  const code = wordedCode(problem);
  return reason ? `${ELSEWHERE}${reason}` : code === "invalid-value" ? `${ELSEWHERE}${code}` : code;
}

/** Returns the words for what another server did; undefined for the codes of our own. */
export const connectErrorKey = (code: string): MessageKey | undefined =>
  code.startsWith(ELSEWHERE)
    ? `bringIn.connectError.${code.slice(ELSEWHERE.length) as FeedErrorCode | "invalid-value"}`
    : undefined;

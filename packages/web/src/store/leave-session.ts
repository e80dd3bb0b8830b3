import type { ApiProblem } from "../api/problem.ts";
import { isRecord } from "../api/read-json.ts";
import { request } from "../api/request.ts";
import { sessionEnded } from "./session.ts";

/** ms */
const LONGEST_WAIT = 2_000;

/**
 * Signs out here and on the server, and goes on to where the session began at a provider, if that signs out there too.
 * @returns what was in the way, such as no network: the session stays then
 */
export async function leaveSession(): Promise<ApiProblem | undefined> {
  const answer = await request("/auth/sign-out", { method: "POST" });
  if (!answer.ok && answer.problem.kind !== "signedOut") return answer.problem;
  // What was stored of the calendars has to be gone before the page is; another tab that still reads it holds nobody up.
  await Promise.race([sessionEnded("choice"), new Promise((waited) => setTimeout(waited, LONGEST_WAIT))]);
  const url = answer.ok && isRecord(answer.value) ? answer.value["url"] : undefined;
  if (typeof url === "string") location.assign(url);
  return undefined;
}

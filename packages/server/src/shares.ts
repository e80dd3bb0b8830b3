import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { App } from "./app/app.ts";
import type { Problem } from "./app/problems.ts";
import { heldAnswer } from "./http/held-answer.ts";
import { Places } from "./turns/places.ts";

/** One number of places for each server, whichever way its requests come in. */
const allPlaces = new WeakMap<App["storage"], Places>();

/**
 * Takes a place for a request that may read whole calendars: CalDAV, exports and public feeds. JMAP has its own.
 * @param who a person's id; `link ID` for those who come by a secret link, so that they take nothing of its owner's share
 * @returns a function that gives it back, which may be called more than once; `too-many-requests` if the share is used up
 */
export async function enterShare(app: App, who: string): Promise<Result<() => void, Problem>> {
  const { davRequests: atOnce, davRequestsWaiting: waiting, workSeconds } = app.limits;
  const places = allPlaces.get(app.storage) ?? new Places({ atOnce, waiting });
  allPlaces.set(app.storage, places);
  const retryAfter = app.turns.waitOf(who, workSeconds * 1_000);
  const leave = retryAfter === 0 ? await places.enter(who) : undefined;
  return leave ? ok(leave) : failed({ code: "too-many-requests", retryAfter: Math.max(1, retryAfter) });
}

/** The same place for all of an answer, until it is read, broken off or failed. */
export async function inShare(
  app: App,
  who: string,
  answer: () => Promise<Response>,
  refused: (problem: Problem) => Response,
): Promise<Response> {
  const entered = await enterShare(app, who);
  if (!entered.ok) return refused(entered.problem);
  return heldAnswer(answer, entered.value);
}

/** Those of downloads, in the same way. */
const downloadPlaces = new WeakMap<App["storage"], Places>();

/** One of a person's few places for an upload that is downloaded: it is in memory until it is taken. A page of files waits for its turn. */
export async function inDownload(
  app: App,
  who: string,
  answer: () => Promise<Response>,
  refused: (problem: Problem) => Response,
): Promise<Response> {
  const { maxConcurrentUpload: atOnce, davRequestsWaiting: waiting } = app.limits;
  const places = downloadPlaces.get(app.storage) ?? new Places({ atOnce, waiting });
  downloadPlaces.set(app.storage, places);
  const leave = await places.enter(who);
  return leave ? heldAnswer(answer, leave) : refused({ code: "too-many-requests", retryAfter: 1 });
}

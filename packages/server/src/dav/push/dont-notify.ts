import { quietly } from "../../app/webdav-push/quiet-changes.ts";
import type { Actor } from "../../app/actor.ts";
import type { HttpRequest } from "../../http/http-request.ts";

/** A header of which nobody needs more. */
const LONGEST = 20_000;

/**
 * Runs a request of whose changes the client doesn't want to hear itself (Push-Dont-Notify, draft-bitfire-webdav-push §4.2). `*` stands for
 * all devices of the person: the other people whose devices hear of the calendar have not asked for silence.
 */
export function withoutOwnPush<T>(request: HttpRequest, actor: Actor, work: () => Promise<T>): Promise<T> {
  const header = request.headers.get("push-dont-notify");
  if (header === null || header.length > LONGEST) return work();
  const { principalId } = actor;
  if (header.trim() === "*") return quietly({ principalId, registrations: "all" }, work);
  const ids = [...header.matchAll(/"[^"]*\/push\/([\w-]{1,100})"/g)].map(([, id = ""]) => id);
  return ids.length === 0 ? work() : quietly({ principalId, registrations: new Set(ids) }, work);
}

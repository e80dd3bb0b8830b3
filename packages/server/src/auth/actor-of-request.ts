import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { actorOfBasic } from "../app/sign-in/basic-sign-in.ts";
import type { Problem } from "../app/problems.ts";
import { actorOfSession } from "../app/sign-in/sessions.ts";
import { problemReply } from "../http/problem-response.ts";
import { toResponse, type Reply } from "../http/reply.ts";
import { parseBasic } from "./basic.ts";
import { sessionToken } from "./cookies.ts";
import { networkOf } from "./network-of.ts";

/** The kinds of proof that a front-end accepts. */
type Proofs = "basic" | "basic-or-session";

/**
 * Who sent a request: by HTTP Basic if there is an Authorization header, else by the session cookie.
 * @param address the client's address, for counting failed attempts
 * @param onRenewed called with a new token for the session cookie, which the answer must bring; absent: it cannot
 */
export async function actorOfRequest(
  app: App,
  headers: Pick<Headers, "get">,
  address: string,
  proofs: Proofs,
  onRenewed?: (token: string) => void,
): Promise<Result<Actor, Problem>> {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const given = parseBasic(authorization);
    if (!given) return failed({ code: "not-signed-in" });
    return actorOfBasic(app, given.login, given.password, {
      // Read only when a secret must be verified.
      get address() {
        return networkOf(address);
      },
      userAgent: headers.get("user-agent"),
      // Only CalDAV accepts nothing but HTTP Basic.
      source: proofs === "basic" ? "dav" : "jmap",
    });
  }
  const token = proofs === "basic-or-session" ? sessionToken(headers.get("cookie")) : undefined;
  const use = {
    address: networkOf(address),
    userAgent: headers.get("user-agent"),
    ...(onRenewed && { onRenewed }),
  };
  const actor = token === undefined ? undefined : await actorOfSession(app, token, use);
  return actor ? ok(actor) : failed({ code: "not-signed-in" });
}

/** Whether a 401 asks for HTTP Basic: CalDAV clients need the challenge, a page's own fetch must never see it. */
type Challenge = "always" | "unless-page";

/**
 * The answer to a refused proof: 401 with a Basic challenge (RFC 7617 §2.1), 429 with the time to wait. A browser
 * that gets the challenge shows a password prompt over the app's own sign-in form, so a page's fetch gets none.
 */
export function refusedReply(
  problem: Problem,
  headers: Pick<Headers, "has">,
  challenge: Challenge = "always",
): Reply {
  const reply = problemReply(problem);
  const isChallenged = reply.status === 401 && (challenge === "always" || !headers.has("sec-fetch-mode"));
  const asked = { "www-authenticate": 'Basic realm="Snart", charset="UTF-8"' };
  return isChallenged ? { ...reply, headers: { ...reply.headers, ...asked } } : reply;
}

/** The same as a Response. */
export const refusedResponse = (...refused: Parameters<typeof refusedReply>): Response =>
  toResponse(refusedReply(...refused));

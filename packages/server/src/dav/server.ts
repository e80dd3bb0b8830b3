import { failed } from "@snart/calendar/result.ts";
import type { Actor } from "../app/actor.ts";
import { loginOwner } from "../app/accounts/find-principal.ts";
import type { App } from "../app/app.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { reply, type Reply } from "../http/reply.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { checkIf, readIf } from "./if-header.ts";
import { allowHeader, isAllowed } from "./methods/allowed.ts";
import { acl } from "./methods/acl.ts";
import { deleteMethod } from "./methods/delete.ts";
import { get } from "./methods/get.ts";
import { mkcalendar, mkcol } from "./methods/mkcalendar.ts";
import { copy, move } from "./methods/move.ts";
import { DAV_HEADER, options } from "./methods/options.ts";
import { post } from "./methods/post.ts";
import { propfind } from "./methods/propfind.ts";
import { proppatch } from "./methods/proppatch.ts";
import { put } from "./methods/put.ts";
import { report } from "./methods/report.ts";
import { personLanguage } from "./person-language.ts";
import { refuseWith, type Refusal } from "./preconditions.ts";
import { printRefusal } from "./print-refusal.ts";
import { withoutOwnPush } from "./push/dont-notify.ts";
import { makeHrefs, readPath, type DavPath, type Hrefs } from "./url.ts";

/** Every method, by name. */
const METHODS: ReadonlyMap<string, (exchange: Exchange) => Answer> = new Map([
  ["OPTIONS", options],
  ["GET", get],
  ["HEAD", get],
  ["PUT", put],
  ["POST", post],
  ["DELETE", deleteMethod],
  ["MOVE", move],
  ["COPY", copy],
  ["PROPFIND", propfind],
  ["PROPPATCH", proppatch],
  ["MKCALENDAR", mkcalendar],
  ["MKCOL", mkcol],
  ["REPORT", report],
  ["ACL", acl],
]);

/** Methods that explain at any URL why they can't create anything there. */
const MAKING: readonly string[] = ["MKCALENDAR", "MKCOL"];

interface DavOptions {
  /** the public URL; null if it is not configured */
  readonly publicUrl: string | null;
}

/** Answers one request of a signed-in person. Throws only for bugs; the HTTP layer answers those. */
export type DavHandler = (request: HttpRequest, actor: Actor) => Promise<Reply>;

/** CalDAV (RFC 4791) over the use cases, as a handler for `/dav/…` and for PROPFIND, REPORT and OPTIONS at `/`. */
export function davHandler(app: App, { publicUrl }: DavOptions): DavHandler {
  const hrefs = makeHrefs(publicUrl);
  return async (request, actor) => {
    const refused = async (refusal: Refusal): Promise<Reply> =>
      printRefusal(refusal, await personLanguage({ app, actor, request }));
    const path = pathOf(request, hrefs);
    if (!path.ok) {
      return refused(
        path.problem === "malformed"
          ? refuseWith(400, "This is no usable URL.")
          : refuseWith(404, "There is nothing here."),
      );
    }
    const method = METHODS.get(request.method);
    if (!method || !(isAllowed(path.value.kind, request.method) || MAKING.includes(request.method))) {
      return refused(refuseWith(405, `${request.method} does nothing here.`, allowHeader(path.value.kind)));
    }
    const place = await underPresentLogin(app, actor, path.value, { hrefs, publicUrl });
    const exchange = { app, actor, publicUrl, request, ...place };
    const answer = await answerIf(exchange, method);
    const { status, headers, body } = answer.ok ? answer.value : await refused(answer.problem);
    return { status, headers: { ...DAV_HEADER, ...headers }, body };
  };
}

/** The path and the hrefs of a request, which may name somebody by a login that they had before. */
async function underPresentLogin(
  app: App,
  actor: Actor,
  path: DavPath,
  { hrefs, publicUrl }: DavOptions & { readonly hrefs: Hrefs },
): Promise<Pick<Exchange, "path" | "hrefs" | "pathOwner">> {
  const former = "login" in path ? path.login.toLowerCase() : actor.login;
  const owner = former === actor.login ? null : await loginOwner(app, former);
  if (owner === null || !("login" in path)) return { path, hrefs };
  const { id: pathOwner, login } = owner;
  if (login === former) return { path, hrefs, pathOwner };
  return { path: { ...path, login }, hrefs: makeHrefs(publicUrl, { login, former }), pathOwner };
}

/** Runs a method if the request's If header holds. */
async function answerIf(exchange: Exchange, method: (exchange: Exchange) => Answer): Answer {
  if (exchange.request.headers.get("if") === null) return runQuietly(exchange, method);
  const test = await readIf(exchange);
  if (!test.ok) return test;
  const refusal = await checkIf(exchange, test.value);
  if (refusal) return failed(refusal);
  return runQuietly(test.value ? { ...exchange, ifState: test.value } : exchange, method);
}

const runQuietly = (exchange: Exchange, method: (exchange: Exchange) => Answer): Answer =>
  withoutOwnPush(exchange.request, exchange.actor, () => method(exchange));

/** A fragment names a part, and no method addresses a part: DELETE of one must not remove the whole. */
function pathOf({ url, plainPath, method }: HttpRequest, hrefs: Hrefs): ReturnType<typeof readPath> {
  const { pathname, hash } = plainPath === undefined ? new URL(url) : { pathname: plainPath, hash: "" };
  if (hash !== "") return failed("malformed");
  // Creating a collection at an object's URL is refused with a reason of its own.
  return readPath(MAKING.includes(method) ? pathname.replace(/\/$/, "") || "/" : pathname, hrefs);
}

/** The target of `/.well-known/caldav`, for any method (RFC 6764 §5). Needs no sign-in. */
export function wellKnownCaldav({ publicUrl }: DavOptions): Reply {
  const hrefs: Hrefs = makeHrefs(publicUrl);
  return reply(null, {
    status: 301,
    headers: { Location: hrefs.root, "Cache-Control": "max-age=3600" },
  });
}

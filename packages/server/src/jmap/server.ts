import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import type { Reach } from "../app/calendars/list-calendars.ts";
import { enqueuePushes } from "../app/push/push-subscriptions.ts";
import { isStillSignedIn } from "../app/still-signed-in.ts";
import { problemOfFailure } from "../app/storage-problem.ts";
import { heldAnswer } from "../http/held-answer.ts";
import { runCalls } from "./api.ts";
import { ParsedEvents, ParsedRoom } from "./context/parsed-events.ts";
import { QueryCache } from "./context/query-cache.ts";
import { download, type DownloadPath } from "./download.ts";
import type { MethodContext } from "./method.ts";
import { METHODS } from "./methods.ts";
import { openEventSource } from "./push/event-source.ts";
import { ImportWatch } from "./context/import-watch.ts";
import { PushHub } from "./push/push-hub.ts";
import { vapidKeys } from "../http/web-push/post-push.ts";
import { realTime, type Schedule } from "./context/schedule.ts";
import { upload } from "./upload.ts";
import { problemResponse, type RequestLimit } from "./wire/errors.ts";
import { Permits } from "./wire/permits.ts";
import { readApiRequest, type ApiRequest } from "./wire/request.ts";
import { reachOf, sessionOf, type Session } from "./wire/session.ts";

interface JmapOptions {
  /** The server's public origin, without a slash at the end; null uses each request's own. */
  readonly publicUrl: string | null;
  /** Called for bugs and damaged data. */
  readonly report?: (error: unknown) => void;
  readonly schedule?: Schedule;
  readonly isStillSignedIn?: (actor: Actor) => Promise<boolean>;
}

/** The names of all types, and of what is pushed without being one (JMAP Calendars, "Push events"). */
const TYPES: ReadonlySet<string> = new Set([
  ...[...METHODS.keys()].map((name) => name.slice(0, name.indexOf("/"))),
  "CalendarAlert",
]);

/** JMAP's resources as Fetch-standard handlers, for an authenticated actor. */
export interface JmapHandlers {
  session(request: Request, actor: Actor): Promise<Response>;
  api(request: Request, actor: Actor): Promise<Response>;
  upload(request: Request, actor: Actor, accountId: string): Promise<Response>;
  download(request: Request, actor: Actor, path: DownloadPath): Promise<Response>;
  eventSource(request: Request, actor: Actor): Promise<Response>;
  /** Event sources open at the moment. */
  connections(): number;
  /** Ends event sources, for an orderly stop. */
  close(): void;
}

/** The JMAP front-end. */
export function jmapHandlers(app: App, options: JmapOptions): JmapHandlers {
  const { schedule = realTime, report = () => undefined } = options;
  const stillSignedIn = options.isStillSignedIn ?? ((actor: Actor) => isStillSignedIn(app, actor));
  const imports = new ImportWatch(app, schedule);
  const queries = new QueryCache();
  const room = new ParsedRoom();
  const hub = new PushHub({ app, imports, schedule, report, isStillSignedIn: stillSignedIn });
  // Push services notify devices that are asleep; the outbox makes sure that several processes do so only once.
  const stopPushing = app.storage.onAccountChange((change) => {
    enqueuePushes(app, change).catch(report);
  });
  const requests = new Permits(app.limits.maxConcurrentRequests);
  const uploads = new Permits(app.limits.maxConcurrentUpload);

  const pushKey = pushKeyOf(app);
  const originOf = (request: Request): string => options.publicUrl ?? new URL(request.url).origin;
  const sessionFor = async (request: Request, actor: Actor): Promise<Session> =>
    sessionOf(app, actor, await reachOf(app, actor), originOf(request), await pushKey());

  const answer = async (request: Request, actor: Actor): Promise<Response> => {
    const read = await readApiRequest(request, app.limits, app.turns.of(actor.principalId));
    if (!read.ok) return problemResponse(read.problem);
    using parsed = new ParsedEvents(room);
    const shared = { app, imports, queries, parsed, report };
    const context = contextFor(shared, originOf(request), actor, read.value);
    const responses = await runCalls(context, read.value.calls);
    const isChanged = responses.some(({ name }) => CHANGES_REACH.has(name));
    const state = await unlessAway(async () => {
      const reached = isChanged ? await reachOf(app, actor) : await context.reach();
      return sessionOf(app, actor, reached, originOf(request), await pushKey()).state;
    });
    return jsonAnswer({
      methodResponses: responses.map(({ name, args, callId }) => [name, args, callId]),
      ...(read.value.createdIds ? { createdIds: Object.fromEntries(context.createdIds) } : {}),
      sessionState: state,
    });
  };

  return {
    session: async (request, actor) =>
      Response.json(await sessionFor(request, actor), { headers: NEVER_CACHED }),
    async api(request, actor) {
      const wait = app.turns.waitOf(actor.principalId, app.limits.workSeconds * 1_000);
      if (wait > 0) return tooMany("maxConcurrentRequests", wait);
      const leave = requests.enter(actor.principalId);
      return leave ? heldAnswer(() => answer(request, actor), leave) : tooMany("maxConcurrentRequests");
    },
    upload: async (request, actor, accountId) =>
      (await uploads.run(actor.principalId, () => upload(app, request, actor, accountId))) ??
      tooMany("maxConcurrentUpload"),
    download: (request, actor, path) => download(app, request, actor, path),
    eventSource: (request, actor) => openEventSource(hub, request, actor, (name) => TYPES.has(name)),
    connections: () => hub.size,
    close() {
      stopPushing();
      imports.close();
      hub.close();
    },
  };
}

function jsonAnswer(value: object): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(bytes.byteLength),
    "Cache-Control": "no-store",
  };
  return new Response(bytes, { headers });
}

/** The public key of pushes, read once; after a failure, read again. */
function pushKeyOf(app: App): () => Promise<string> {
  let key: Promise<string> | undefined;
  return () =>
    (key ??= vapidKeys(app).then(
      ({ publicKey }) => publicKey,
      (error: unknown) => {
        key = undefined;
        throw error;
      },
    ));
}

/**
 * The session's state after the calls. What they have done must be told even if the database is lost after them: a state that is none
 * makes the client ask for the session.
 */
async function unlessAway(readState: () => Promise<string>): Promise<string> {
  try {
    return await readState();
  } catch (error) {
    if (problemOfFailure(error) === undefined) throw error;
    return "unknown";
  }
}

/** Methods that may change the Session object: after others, what was read for the whole request holds. */
const CHANGES_REACH: ReadonlySet<string> = new Set([
  "Calendar/set",
  "ParticipantIdentity/set",
  "Principal/set",
  "Profile/set",
]);

/** RFC 8620 §2. */
const NEVER_CACHED = { "Cache-Control": "no-cache, no-store, must-revalidate" };

const tooMany = (limit: RequestLimit, retryAfter = 1): Response =>
  problemResponse(
    { type: "limit", limit, status: 429, detail: "too many at once; try again" },
    { "Retry-After": String(retryAfter) },
  );

function contextFor(
  shared: Pick<MethodContext, "app" | "imports" | "queries" | "parsed" | "report">,
  origin: string,
  actor: Actor,
  request: ApiRequest,
): MethodContext {
  let reached: Promise<readonly Reach[]> | undefined;
  const reach = (): Promise<readonly Reach[]> =>
    (reached ??= reachOf(shared.app, actor).catch((error: unknown) => {
      // A failure of one call must not affect the next.
      reached = undefined;
      throw error;
    }));
  return {
    ...shared,
    origin,
    actor,
    using: request.using,
    createdIds: new Map(request.createdIds),
    implicit: [],
    answered: { size: 0 },
    reach,
    accounts: async () => (await reach()).map(({ principal }) => principal),
  };
}

import type { Context, Hono } from "hono";
import type { App } from "./app/app.ts";
import { actorOfRequest, refusedReply, refusedResponse } from "./auth/actor-of-request.ts";
import { sessionCookie } from "./auth/cookies.ts";
import { deviceRoutes } from "./auth/device-routes.ts";
import { householdRoutes } from "./auth/household-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { ATTACHMENT_PATH, attachmentFile } from "./dav/attachment-file.ts";
import { davHandler, wellKnownCaldav } from "./dav/server.ts";
import { TIME_ZONES, timeZoneService } from "./dav/time-zone-service.ts";
import { makeHrefs } from "./dav/url.ts";
import type { Actor } from "./app/actor.ts";
import { enqueueDevicePushes } from "./app/webdav-push/enqueue-pushes.ts";
import { publicLinkOf } from "./app/feeds/public-feed.ts";
import { BACKUP_PATH, backupDownload } from "./feeds/backup-download.ts";
import { EXPORT_ALL_PATH, EXPORT_PATH, exportEverything, exportFile } from "./feeds/export.ts";
import { PHOTO_PATH, photoFile } from "./feeds/photo.ts";
import { FEED_PATH, PUBLIC_PAGE_PATH, publicFeedFile } from "./feeds/public.ts";
import { compressAnswer, compressReply } from "./http/compress-answer.ts";
import type { HttpEnv } from "./http/http-env.ts";
import { mountGuestPages } from "./guest-pages.ts";
import { jmapHandlers, type JmapHandlers } from "./jmap/server.ts";
import type { Logger } from "./http/logger.ts";
import type { ErrorPlace, Visit } from "./http/guards.ts";
import { fetchRequest, type HttpRequest } from "./http/http-request.ts";
import { heldReply } from "./http/held-reply.ts";
import { problemReply, problemResponse } from "./http/problem-response.ts";
import { toResponse, type Reply } from "./http/reply.ts";
import { directoryOf, scim, SCIM_PATH } from "./scim/server.ts";
import { refusal } from "./scim/answer.ts";
import { scimProblem } from "./scim/problem.ts";
import { enterShare, inDownload, inShare } from "./shares.ts";
import type { ServerConfig } from "./open-app.ts";
import { VERSION } from "./version.ts";

interface FrontEndParts {
  readonly app: App;
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly reportError: (error: unknown, place: ErrorPlace) => void;
}

/** CalDAV for a signed-in person, by Basic only: no cookie. */
type DavAnswers = (request: HttpRequest, visit: Pick<Visit, "address">) => Promise<Reply>;

/** The front-ends as they run. */
interface MountedFrontEnds {
  /** Event sources open at the moment. */
  readonly eventSources: () => number;
  /** Ends what they keep running. */
  readonly unmount: () => Promise<void>;
}

/** Adds every front-end's routes: sign-in, CalDAV, JMAP. */
export function mountFrontEnds(server: Hono<HttpEnv>, parts: FrontEndParts): MountedFrontEnds {
  const { app, config } = parts;
  const https = isHttps(config);
  server.route("/auth", authRoutes(app, { ...config, https, version: VERSION }));
  server.route("/auth", deviceRoutes(app, config.publicUrl));
  server.route("/auth", householdRoutes(app, config.publicUrl));
  mountDav(server, parts);
  mountAttachments(server, parts);
  mountExport(server, parts);
  mountPublic(server, parts);
  mountGuestPages(server, app);
  mountScim(server, parts);
  const stopPushing = pushChanges(parts);
  const jmap = mountJmap(server, parts);
  return {
    eventSources: () => jmap.connections(),
    unmount: async () => {
      stopPushing();
      jmap.close();
    },
  };
}

/** SCIM (RFC 7644) for directories, by bearer token only. Each token has its own share of the work. */
function mountScim(server: Hono<HttpEnv>, { app, config }: FrontEndParts): void {
  const handle = async (c: Context<HttpEnv>): Promise<Response> => {
    const request = c.req.raw;
    const token = await directoryOf(app, request);
    if (!token.ok) return refusal(token.problem);
    const origin = config.publicUrl ?? new URL(request.url).origin;
    const answer = (): Promise<Response> => scim(app, request, token.value, origin);
    return inShare(app, `directory ${token.value.id}`, answer, (problem) => refusal(scimProblem(problem)));
  };
  server.all(SCIM_PATH, handle);
  server.all(`${SCIM_PATH}/*`, handle);
}

/** Devices hear of changes of calendars by WebDAV-Push. */
const pushChanges = ({ app, log, reportError }: FrontEndParts): (() => void) =>
  app.storage.onAccountChange((change) => {
    enqueueDevicePushes(app, change).catch((error: unknown) => {
      const place = { requestId: app.newId(), route: "/dav/" };
      log.error({ ...place, err: error }, "devices could not be told of a change");
      reportError(error, place);
    });
  });

/** Whether people reach the server by https. */
const isHttps = ({ publicUrl }: Pick<ServerConfig, "publicUrl">): boolean =>
  publicUrl?.startsWith("https:") === true;

/** Signs in, answers, and compresses long answers for remote clients. */
export function answerDav(app: App, { publicUrl }: Pick<ServerConfig, "publicUrl">): DavAnswers {
  const answer = davHandler(app, { publicUrl });
  const answerSignedIn: DavAnswers = async (request, { address }) => {
    const actor = await actorOfRequest(app, request.headers, address, "basic");
    if (!actor.ok) return refusedReply(actor.problem, request.headers);
    const entered = await enterShare(app, actor.value.principalId);
    if (!entered.ok) return problemReply(entered.problem);
    const leave = entered.value;
    try {
      return compressReply(request, heldReply(await answer(request, actor.value), leave), address);
    } catch (error) {
      leave();
      throw error;
    }
  };
  return (request, visit) => app.storage.inRequest(() => answerSignedIn(request, visit));
}

/** CalDAV: everything under `/dav`, and the root requests by which clients find it (RFC 6764 §6). */
function mountDav(server: Hono<HttpEnv>, { app, config }: FrontEndParts): void {
  const { publicUrl } = config;
  const dav = answerDav(app, config);
  const handle = async (c: Context<HttpEnv>): Promise<Response> =>
    toResponse(await dav(fetchRequest(c.req.raw), { address: c.get("address") }));
  for (const path of ["/.well-known/caldav", "/.well-known/caldav/"])
    server.all(path, () => toResponse(wellKnownCaldav({ publicUrl })));
  // Time zones are no secret: clients ask for them without signing in (RFC 7808 §4.1).
  const { timeZones } = makeHrefs(publicUrl);
  server.get("/.well-known/timezone/*", (c) => {
    // As it was written: the router's own path is decoded, and may hold what no header can.
    const { pathname, search } = new URL(c.req.raw.url);
    return c.redirect(timeZones + pathname.slice("/.well-known/timezone".length) + search, 301);
  });
  for (const path of [TIME_ZONES, `${TIME_ZONES}/*`])
    server.get(path, (c) => timeZoneService(c.req.raw, timeZones, app.prodId));
  server.all("/dav", handle);
  server.all("/dav/*", handle);
  server.on(["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"], "/", handle);
}

/** Files attached to events: calendar apps use Basic, links opened in a browser use the cookie. */
function mountAttachments(server: Hono<HttpEnv>, { app }: FrontEndParts): void {
  server.get(ATTACHMENT_PATH, async (c) => {
    const request = c.req.raw;
    const actor = await actorOfRequest(app, request.headers, c.get("address"), "basic-or-session");
    if (!actor.ok) return refusedResponse(actor.problem, request.headers, "unless-page");
    const answer = (): Promise<Response> => attachmentFile(app, request, actor.value, c.req.param("id"));
    return inShare(app, actor.value.principalId, answer, problemResponse);
  });
}

/** What a request for a file says. */
interface AskedFile {
  readonly part: (name: string) => string;
  readonly query: (name: string) => string | undefined;
  readonly method: string;
}

/** Whole calendars as files, for the web app's download links and for scripts, and people's photos. */
function mountExport(server: Hono<HttpEnv>, { app }: FrontEndParts): void {
  const exporter =
    (answer: (actor: Actor, asked: AskedFile) => Promise<Response>) =>
    async (c: Context<HttpEnv>): Promise<Response> => {
      const { headers, method } = c.req.raw;
      const actor = await actorOfRequest(app, headers, c.get("address"), "basic-or-session");
      if (!actor.ok) return refusedResponse(actor.problem, headers, "unless-page");
      const { principalId } = actor.value;
      const part = (name: string): string => c.req.param(name) ?? "";
      const query = (name: string): string | undefined => c.req.query(name);
      return inShare(app, principalId, () => answer(actor.value, { part, query, method }), problemResponse);
    };
  // Before the calendars, which have any name there.
  server.get(
    BACKUP_PATH,
    exporter((actor, { part, method }) => backupDownload(app, actor, { file: part("file"), method })),
  );
  server.get(
    EXPORT_PATH,
    exporter((actor, { part, query }) =>
      exportFile(app, actor, {
        calendarId: part("calendarId"),
        name: part("name"),
        objectId: query("object"),
      }),
    ),
  );
  server.get(PHOTO_PATH, async (c) => {
    const actor = await actorOfRequest(app, c.req.raw.headers, c.get("address"), "basic-or-session");
    if (!actor.ok) return refusedResponse(actor.problem, c.req.raw.headers, "unless-page");
    const { principalId, photoId } = c.req.param();
    return photoFile(app, actor.value, { principalId, photoId, known: c.req.header("if-none-match") });
  });
  server.get(
    EXPORT_ALL_PATH,
    exporter((actor, { method }) => exportEverything(app, actor, method)),
  );
}

/** The public routes of a secret link, without an account: a feed, and a page that others may embed. */
function mountPublic(server: Hono<HttpEnv>, { app }: FrontEndParts): void {
  server.get(FEED_PATH, async (c) => {
    const token = c.req.param("file").replace(/\.ics$/, "");
    const link = await publicLinkOf(app, token);
    if (!link.ok) return problemResponse(link.problem);
    const answer = (): Promise<Response> => publicFeedFile(app, c.req.raw, token);
    return inShare(app, `link ${link.value.id}`, answer, problemResponse);
  });
  server.get(PUBLIC_PAGE_PATH, async (c, next) => {
    const link = await publicLinkOf(app, c.req.param("token"));
    c.set("isFrameable", link.ok && link.value.mayEmbed);
    await next();
    c.res.headers.set("x-robots-tag", "noindex");
  });
}

/** JMAP (RFC 8620): the web app with its cookie, other clients with Basic. */
function mountJmap(
  server: Hono<HttpEnv>,
  { app, config, log, reportError }: FrontEndParts,
): Pick<JmapHandlers, "connections" | "close"> {
  const report = (error: unknown): void => {
    const place = { requestId: app.newId(), route: "/jmap/" };
    log.error({ ...place, err: error }, "a JMAP call failed");
    reportError(error, place);
  };
  const jmap = jmapHandlers(app, { publicUrl: config.publicUrl, report });
  const https = isHttps(config);
  const signedIn =
    (answer: (request: Request, actor: Actor, c: Context<HttpEnv>) => Promise<Response>) =>
    (c: Context<HttpEnv>): Promise<Response> =>
      app.storage.inRequest(async () => {
        const request = c.req.raw;
        let renewed: string | undefined;
        const onRenewed = (token: string): void =>
          void (renewed = sessionCookie(token, app.limits.sessionDays, https));
        const address: string = c.get("address");
        const actor = await actorOfRequest(app, request.headers, address, "basic-or-session", onRenewed);
        if (!actor.ok) return refusedResponse(actor.problem, request.headers, "unless-page");
        const answered = await answer(request, actor.value, c);
        if (renewed !== undefined) answered.headers.append("set-cookie", renewed);
        return answered;
      });
  const part = (c: Context<HttpEnv>, name: string): string => c.req.param(name) ?? "";
  server.get("/.well-known/jmap", (c) => c.redirect("/jmap/session", 307));
  server.get(
    "/jmap/session",
    signedIn((request, actor) => jmap.session(request, actor)),
  );
  server.post(
    "/jmap/api",
    signedIn(async (request, actor, c) =>
      compressAnswer(request, await jmap.api(request, actor), c.get("address")),
    ),
  );
  server.post(
    "/jmap/upload/:accountId/",
    signedIn((request, actor, c) => jmap.upload(request, actor, part(c, "accountId"))),
  );
  server.get(
    "/jmap/download/:accountId/:blobId/:name",
    signedIn((request, actor, c) => {
      const path = {
        accountId: part(c, "accountId"),
        blobId: part(c, "blobId"),
        name: part(c, "name"),
      };
      const answer = (): Promise<Response> => jmap.download(request, actor, path);
      return inDownload(app, actor.principalId, answer, problemResponse);
    }),
  );
  server.get(
    "/jmap/eventsource/",
    signedIn((request, actor) => jmap.eventSource(request, actor)),
  );
  return jmap;
}

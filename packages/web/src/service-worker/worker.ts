// Caches the built app, so that it starts without a network. It never touches data: it answers no address that the
// server answers, and stores nothing but the files of one build.
import { answersWith } from "./answers-with.ts";
import { calledBy, readPushed, verifying, type PushedAlarm } from "./pushed.ts";

/** The types of workers and of pages can't be in one program; these are the parts used here. */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerEvents {
  readonly install: WaitingEvent;
  readonly activate: WaitingEvent;
  readonly message: WaitingEvent & { readonly data: unknown };
  readonly push: WaitingEvent & { readonly data: { json(): unknown } | null };
  readonly notificationclick: WaitingEvent & { readonly action: string; readonly notification: Notification };
  readonly fetch: Event & { readonly request: Request; respondWith(answer: Promise<Response>): void };
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void): void;
}
declare const self: WorkerScope;

/** Put in by the build (service-worker-plugin.ts). */
declare const __SNART_BUILD__: { readonly version: string; readonly files: readonly string[] };

const { version, files } = __SNART_BUILD__;
/** The path of Snart on its host, without a slash at its end; the files are named from the root of Snart. */
const BASE = new URL(self.registration.scope).pathname.slice(0, -1);
const PREFIX = `snart${BASE}-`;
const NAME = PREFIX + version;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(`${BASE}/`)) return;
  const asked = url.pathname.slice(BASE.length);
  const path = answersWith({ method: request.method, mode: request.mode, path: asked }, files);
  if (path !== undefined) event.respondWith(answer(BASE + path, request));
});

self.addEventListener("push", (event) => {
  event.waitUntil(heard(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(pressed(event.action, event.notification.data as PushedAlarm | string | null));
});

/** The text is already in the person's language. A duplicate replaces itself. */
async function heard(data: { json(): unknown } | null): Promise<void> {
  let said: unknown;
  try {
    said = data?.json();
  } catch {
    return;
  }
  const pushed = readPushed(said);
  if (pushed?.kind === "verification") await call(verifying(pushed.id, pushed.code));
  if (pushed?.kind === "notice") {
    const { title, body, path } = pushed;
    await self.registration.showNotification(title, { body, icon: `${BASE}/favicon.svg`, data: path });
  }
  if (pushed?.kind !== "alarm") return;
  const { title, body, snooze, dismiss, reminderId } = pushed.alarm;
  const actions = [
    { action: "snooze", title: snooze },
    { action: "dismiss", title: dismiss },
  ];
  const shown = { body, tag: reminderId, icon: `${BASE}/favicon.svg`, data: pushed.alarm, actions };
  await self.registration.showNotification(title, shown);
}

/** @param data of an alarm, or the path of what a notice is about */
async function pressed(action: string, data: PushedAlarm | string | null): Promise<void> {
  if (typeof data === "string") return void (await self.clients.openWindow(BASE + data));
  const alarm = data;
  const meant = alarm && calledBy(action, alarm, Date.now());
  if (meant) await call(meant);
  else
    await self.clients.openWindow(
      `${BASE}/${alarm?.itemId ? `event/${encodeURIComponent(alarm.itemId)}` : ""}`,
    );
}

async function call([name, args]: readonly [string, Readonly<Record<string, unknown>>]): Promise<void> {
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  await fetch(`${BASE}/jmap/api`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ using, methodCalls: [[name, args, "0"]] }),
  });
}

/** All files or none: an incomplete build is never used. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  const had = new Set(
    (await cache.keys()).map((request) => new URL(request.url).pathname.slice(BASE.length)),
  );
  // Files named by their content may come from the browser's own cache; the rest must be of this build.
  const missing = files.filter((path) => !had.has(path));
  await cache.addAll(
    missing.map(
      (path) => new Request(BASE + path, { cache: path.startsWith("/assets/") ? "default" : "reload" }),
    ),
  );
}

/** The previous build stays, because other tabs may still run it and need a part that they have not loaded yet. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answers are cached unpacked: the accepted encodings make no difference. */
const how: CacheQueryOptions = { ignoreVary: true };

async function answer(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(path, how)) ?? (await caches.match(path, how)) ?? fetch(request);
}

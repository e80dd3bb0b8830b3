import type { FeedError } from "@snart/calendar/jmap/feeds.ts";
import type { OtherCalendarRecord, OtherPartRecord, SkippedObject } from "@snart/calendar/jmap/import.ts";
import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { uploadBlob } from "../blobs.ts";
import type { OtherAccess, OtherServers } from "../feed-fetcher.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** Objects asked for at once: servers of all kinds answer so many. */
const BATCH = 50;
/** Where one part ends, so that a page can tell how far it is: objects, characters and time. */
const PART = { objects: 1_000, size: 8 * 1024 * 1024, ms: 15_000 };
/** Objects of one part that may fail one by one before the server counts as broken. */
const MOST_MISSED = 20;

/** Finds the calendars of somebody on another server. A wrong password counts as one that was guessed. */
export async function otherCalendars(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  access: OtherAccess,
): Promise<Result<readonly OtherCalendarRecord[], Problem>> {
  const servers = await serversFor(app, actor, accountId);
  if (!servers.ok) return servers;
  return guarded(app, actor, access, () => servers.value.calendars(access));
}

/** What another server answers; whoever names wrong passwords waits: nobody may guess those of others from here. */
async function guarded<T>(
  app: App,
  actor: Actor,
  { address, username, password }: OtherAccess,
  ask: () => Promise<Result<T, FeedError>>,
): Promise<Result<T, Problem>> {
  const key = `elsewhere ${actor.principalId} ${new URL(address).host}`;
  const retryAfter = await app.attempts.blockedFor(key);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const answer = await ask();
  if (answer.ok) return answer;
  if (answer.problem.code === "needs-sign-in") {
    const guess = createHash("sha256").update(`${username}\0${password}`).digest("base64url");
    await app.attempts.fail(key, guess);
  }
  return failed(unusable(answer.problem));
}

/**
 * Reads the next part of a calendar on another server into an upload, as the import takes it. Nothing is left of the password.
 * @param after where the part begins, as the one before said; null: at the beginning
 */
export async function readOtherPart(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  access: OtherAccess,
  calendar: string,
  after: string | null,
): Promise<Result<OtherPartRecord, Problem>> {
  const servers = await serversFor(app, actor, accountId);
  if (!servers.ok) return servers;
  const listed = await guarded(app, actor, access, () => servers.value.hrefs(access, calendar));
  if (!listed.ok) return listed;
  const rest = after === null ? listed.value : listed.value.filter((href) => href > after);
  const reading = new Reading(servers.value, access, calendar, app.now);
  const pieces = reading.pieces(rest.slice(0, PART.objects));
  const first = await pieces.next();
  const blob = first.done
    ? undefined
    : await uploadBlob(app, actor, accountId, "text/calendar", all(first.value, pieces));
  if (blob && !blob.ok) return blob;
  if (reading.problem && !blob) return failed(unusable(reading.problem));
  const read = listed.value.length - rest.length + reading.done;
  return ok({
    blobId: blob?.value.id ?? null,
    after: reading.done < rest.length ? (rest[reading.done - 1] ?? null) : null,
    total: listed.value.length,
    read,
    skipped: reading.skipped,
  });
}

async function serversFor(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<OtherServers, Problem>> {
  const account = await app.storage.read((tx) => grantAccount(tx, actor, accountId));
  if (!account.ok) return account;
  return app.otherServers ? ok(app.otherServers) : failed(unusable({ code: "unreachable" }));
}

const unusable = ({ code: reason, ...status }: FeedError): Problem => ({
  code: "feed-unusable",
  field: "address",
  reason,
  ...status,
});

async function* all(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** One part as it is read. */
class Reading {
  /** hrefs that were dealt with */
  done = 0;
  problem: FeedError | undefined;
  readonly skipped: SkippedObject[] = [];
  readonly #servers: OtherServers;
  readonly #access: OtherAccess;
  readonly #calendar: string;
  readonly #now: () => number;

  constructor(servers: OtherServers, access: OtherAccess, calendar: string, now: () => number) {
    this.#servers = servers;
    this.#access = access;
    this.#calendar = calendar;
    this.#now = now;
  }

  /** The texts of these objects, until the part is large enough, took long enough, or the server does not go on. */
  async *pieces(hrefs: readonly string[]): AsyncGenerator<Uint8Array> {
    const begun = this.#now();
    const encoder = new TextEncoder();
    let size = 0;
    let batch = BATCH;
    while (this.done < hrefs.length && size < PART.size && this.#now() - begun < PART.ms) {
      const wanted = hrefs.slice(this.done, this.done + batch);
      const given = await this.#servers.texts(this.#access, this.#calendar, wanted);
      if (!given.ok && wanted.length > 1 && isOfSome(given.problem)) {
        batch = Math.ceil(wanted.length / 2);
        continue;
      }
      if (!given.ok && (!isOfSome(given.problem) || this.skipped.length >= MOST_MISSED)) {
        this.problem = given.problem;
        return;
      }
      const { texts, missed } = given.ok ? given.value : { texts: [], missed: wanted };
      this.skipped.push(...missed.map((href) => leftOut(href, "not-given")));
      for (const text of texts) {
        if (!isWhole(text)) this.skipped.push(leftOut(titleIn(text), "invalid-icalendar"));
        else yield encoder.encode(`${text.trimEnd()}\r\n`);
        size += text.length;
      }
      this.done += wanted.length;
      batch = Math.min(BATCH, batch * 2);
    }
  }
}

/** Whether a smaller question may be answered where a large one was not. */
const isOfSome = ({ code, status = 0 }: FeedError): boolean =>
  code === "too-large" ||
  code === "incomplete" ||
  (code === "answered-badly" && status !== 429 && status !== 503);

const leftOut = (title: string | null, code: string): SkippedObject => ({
  uid: null,
  title: title?.slice(0, 200) ?? null,
  line: null,
  code,
  detail: "",
});

const titleIn = (text: string): string | null =>
  /^SUMMARY(?:;[^:\r\n]*)?:(.*)$/im.exec(text)?.[1]?.trim() ?? null;

/** Whether nothing is cut off, as the next object begins where this one ends. */
function isWhole(text: string): boolean {
  const begun = text.match(/^BEGIN:/gim)?.length ?? 0;
  const ended = text.match(/^END:/gim)?.length ?? 0;
  return (
    begun > 0 && begun === ended && /^\s*BEGIN:VCALENDAR\s/i.test(text) && /END:VCALENDAR\s*$/i.test(text)
  );
}

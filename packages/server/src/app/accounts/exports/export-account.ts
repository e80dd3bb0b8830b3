import { managedIdsOf } from "@snart/calendar/icalendar/managed-attachment.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { CalendarId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Photo, Principal } from "../../../storage/records/people.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { safeFilename } from "../../attachments/filename.ts";
import { readAttachment } from "../../attachments/read-attachment.ts";
import { recordAudit } from "../../audit.ts";
import { calendarText } from "../../calendars/export-calendar.ts";
import { listCalendars } from "../../calendars/list-calendars.ts";
import type { CalendarGrant } from "../../grants.ts";
import { readableOf, unlessDamaged } from "../../objects/leaving-out.ts";
import { bookingPagesData } from "./booking-pages-data.ts";
import { claimExport } from "./exports-under-way.ts";
import type { Problem } from "../../problems.ts";
import { proofProblem } from "../../sign-in/proof.ts";

/** One file of an export. */
export interface ExportedFile {
  /** its unique path, with slashes */
  readonly name: string;
  /** compression shrinks text; attached files are mostly compressed already */
  readonly isText: boolean;
  /** read piece by piece, in its turn */
  readonly content: AsyncIterable<Uint8Array>;
}

interface AccountExport {
  readonly login: string;
  readonly files: AsyncIterable<ExportedFile>;
  /** Call it after the last read. */
  readonly end: () => void;
}

/** Seconds until another try while others run. */
const PAUSE = 30;

/**
 * A person's whole data: their own calendars, a file each, the attached files, their settings and photo, their booking pages with what guests
 * have booked, and a description.
 * Calendars shared with them belong to others.
 * @returns `proof-needed` of a session; `too-many-exports` while the limit runs, `export-too-large` and `export-too-many-files` if no archive can
 * hold it: all before anything is sent
 */
export async function exportAccount(app: App, actor: Actor): Promise<Result<AccountExport, Problem>> {
  const problem = await proofOf(app, actor);
  if (problem) return failed(problem);
  const end = claimExport(app, actor.principalId);
  if (!end) return failed({ code: "too-many-exports", retryAfter: PAUSE });
  try {
    const begun = await beginExport(app, actor, end);
    if (!begun.ok) end();
    return begun;
  } catch (error) {
    end();
    throw error;
  }
}

/** Why an export of everything would be refused now; undefined if it would not. Starts nothing. */
export async function refusedExport(app: App, actor: Actor): Promise<Problem | undefined> {
  const problem = await proofOf(app, actor);
  if (problem) return problem;
  const end = claimExport(app, actor.principalId);
  if (!end) return { code: "too-many-exports", retryAfter: PAUSE };
  end();
  const own = await listCalendars(app, actor, actor.principalId);
  return own.ok ? tooLarge(app, actor, own.value) : own.problem;
}

/** Everything at once is not for whoever finds a browser that was left alone. */
const proofOf = (app: App, actor: Actor): Promise<Problem | undefined> =>
  app.storage.read((tx) => proofProblem(app, tx, actor));

async function tooLarge(
  app: App,
  actor: Actor,
  calendars: readonly CalendarGrant[],
): Promise<Problem | undefined> {
  const { exportSize, exportFiles } = app.limits;
  const { size, files } = await sizeOf(app, actor, calendars);
  if (size > exportSize) return { code: "export-too-large", limit: exportSize };
  return files > exportFiles ? { code: "export-too-many-files", limit: exportFiles } : undefined;
}

async function beginExport(app: App, actor: Actor, end: () => void): Promise<Result<AccountExport, Problem>> {
  const own = await listCalendars(app, actor, actor.principalId);
  if (!own.ok) return own;
  const principal = await app.storage.read((tx) => tx.principals.byId(actor.principalId));
  if (!principal) return failed({ code: "not-found" });
  const refused = await tooLarge(app, actor, own.value);
  if (refused) return failed(refused);
  await app.storage.write((tx) =>
    recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "account-exported",
      subject: principal.email ?? principal.login,
      detail: { login: actor.login, via: actor.via },
    }),
  );
  return ok({ login: principal.login, files: filesOf(app, actor, principal, own.value), end });
}

/** Files of an export besides calendars, attachments, booking pages and photo. */
const OTHER_FILES = 2;

/** Octets of the stored data, the only large part of an export, and the most files that it can have. */
const sizeOf = (
  app: App,
  { principalId }: Actor,
  calendars: readonly CalendarGrant[],
): Promise<{ readonly size: number; readonly files: number }> =>
  app.storage.read(async (tx) => {
    let size = await tx.attachments.heldBy(principalId);
    for (const { calendar } of calendars) size += await sizeOfReadable(tx, calendar.id);
    const pages = (await tx.bookingPages.ofAccount(principalId)).length > 0 ? 1 : 0;
    const photo = (await tx.principals.photo(principalId)) ? 1 : 0;
    const files = OTHER_FILES + photo + pages + calendars.length + (await tx.attachments.count(principalId));
    return { size, files };
  });

async function sizeOfReadable(tx: ReadTransaction, id: CalendarId): Promise<number> {
  const size = await unlessDamaged(() => tx.objects.sizeOfAll(id));
  if (size !== "damaged") return size;
  const heads = await readableOf(await tx.objects.ids(id), (ids) => tx.objects.listedByIds(ids));
  return heads.reduce((sum, head) => sum + head.size, 0);
}

async function* filesOf(
  app: App,
  actor: Actor,
  principal: Principal,
  calendars: readonly CalendarGrant[],
): AsyncGenerator<ExportedFile> {
  const t = nodeMessages(principal.preferences.language ?? "en-GB");
  yield text("README.txt", `${t("export.readme", { name: principal.displayName })}\n`);
  const profile = {
    ...profileOf(principal, calendars),
    acceptedRules: await acceptedRules(app, principal.id),
    directory: await keptByDirectory(app, principal.id),
  };
  yield text("profile.json", `${JSON.stringify(profile, null, 2)}\n`);
  const photo = await app.storage.read((tx) => tx.principals.photo(principal.id));
  if (photo) yield { name: photoName(photo), isText: false, content: one(photo.content) };
  const pages = await app.storage.read((tx) => bookingPagesData(tx, actor.principalId));
  if (pages) yield text("booking-pages.json", `${JSON.stringify(pages, null, 2)}\n`);
  const attached = new Set<string>();
  const taken = new Set<string>();
  const lost: string[] = [];
  for (const grant of calendars) {
    const name = untaken(taken, safeFilename(grant.calendar.name), ".ics");
    const pieces = calendarText(app, grant, {
      onObject: (object) => {
        for (const id of managedIdsOf(object)) attached.add(id);
      },
      onLost: (uri) => lost.push(`calendars/${name}: ${uri}`),
    });
    yield { name: `calendars/${name}`, isText: true, content: encoded(pieces) };
  }
  for (const id of attached) {
    const read = await readAttachment(app, actor, id, actor.principalId);
    // Deleted since the calendar was written, or named by an id of another server.
    if (!read.ok) continue;
    const name = `attachments/${id}/${safeFilename(read.value.record.filename)}`;
    yield { name, isText: false, content: read.value.content() };
  }
  if (lost.length > 0)
    yield text("LEFT-OUT.txt", `${t("export.leftOut", { count: lost.length })}\n\n${lost.join("\n")}\n`);
}

/** An account's data besides calendars; credentials are not exported. */
const profileOf = (
  { login, formerLogins, displayName, email, formerEmails, preferences, createdAt }: Principal,
  calendars: readonly CalendarGrant[],
): object => ({
  login,
  formerLogins,
  displayName,
  email,
  formerEmails,
  createdAt: new Date(createdAt).toISOString(),
  preferences,
  calendars: calendars.map(({ calendar: { uri, name, color, description, sortOrder, timeZone } }) => ({
    uri,
    name,
    color,
    description,
    sortOrder,
    timeZone,
  })),
});

/** The house rules that the person has accepted, for themselves or a household, by time. */
const acceptedRules = (app: App, id: PrincipalId): Promise<readonly object[]> =>
  app.storage.read(async (tx) => {
    const parties = [id, ...(await tx.principals.groupsOf(id))];
    const own = (await tx.rulesAcceptances.ofParties(parties)).filter(({ acceptedBy }) => acceptedBy === id);
    const named = await tx.principals.byIds([
      ...new Set(own.flatMap(({ accountId, partyId }) => [accountId, partyId])),
    ]);
    const names = new Map(named.map((one) => [one.id, one.displayName]));
    return own
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt)
      .map(({ accountId, partyId, version, acceptedAt }) => ({
        of: names.get(accountId) ?? null,
        for: names.get(partyId) ?? null,
        version,
        at: new Date(acceptedAt).toISOString(),
      }));
  });

/** What a directory of the organisation has said of the person (RFC 7643), also where it has taken them out since; null: none keeps them. */
const keptByDirectory = (app: App, id: PrincipalId): Promise<object | null> =>
  app.storage.read(async (tx) => {
    const kept = await tx.provisioned.byId(id);
    if (!kept) return null;
    const { externalId, isActive, isHidden, attributes, createdAt, changedAt } = kept;
    return {
      externalId,
      isActive,
      isTakenOut: isHidden,
      ...attributes,
      createdAt: new Date(createdAt).toISOString(),
      changedAt: new Date(changedAt).toISOString(),
    };
  });

const photoName = ({ type }: Photo): string => (type === "image/png" ? "photo.png" : "photo.jpg");

/** Some file systems treat names that differ only in case as equal. */
function untaken(taken: Set<string>, name: string, ending: string): string {
  let free = `${name}${ending}`;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}${ending}`;
  taken.add(free.toLowerCase());
  return free;
}

const text = (name: string, whole: string): ExportedFile => ({
  name,
  isText: true,
  content: encoded([whole]),
});

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* encoded(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

import { withManagedIds } from "@snart/calendar/icalendar/managed-attachment.ts";
import { isObjectType } from "@snart/calendar/icalendar/calendar-object.ts";
import { withComponents, type Component } from "@snart/calendar/icalendar/component.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AttachmentRecord } from "../../storage/records/files.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { attachmentUrl } from "./attachment-url.ts";
import { checkBlob } from "./check-blob.ts";
import { storeAttachment } from "./store-attachment.ts";
import { readableAttachment } from "./read-attachment.ts";

/** An item or patch whose links no longer name blobs. */
interface LinkedItem<T> {
  readonly item: T;
  /** The ids of the attachments made from its links, by URL. */
  readonly idsByUrl: ReadonlyMap<string, string>;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Makes attachments of the blobs that the links of an event or patch name instead of an address (JMAP Calendars,
 * "Attachments"). A blob may be an upload, or an attachment that the writer may read.
 * @param id of the patched object: its former attachments may come back
 * @returns `invalid-value` for a missing blob, or the reason why a file can't be stored
 */
export async function linkBlobs<T extends object>(
  scope: WriteScope,
  item: T,
  id: ObjectId | undefined,
): Promise<Result<LinkedItem<T>, Problem>> {
  const linking = new Linking(scope, id);
  const linked = await linking.item(item as Fields);
  return linked.ok ? ok({ item: linked.value as T, idsByUrl: linking.idsByUrl }) : linked;
}

/** The VCALENDAR whose ATTACH properties name their attachments. */
export function withAttachmentIds(calendar: Component, idsByUrl: ReadonlyMap<string, string>): Component {
  if (idsByUrl.size === 0) return calendar;
  const components = calendar.components.map((component) =>
    isObjectType(component.name) ? withManagedIds(component, idsByUrl) : component,
  );
  return withComponents(calendar, components);
}

const noBlob = (blobId: unknown): Problem => ({
  code: "invalid-value",
  field: "links",
  detail: `there is no blob ${JSON.stringify(blobId)?.slice(0, 100)}`,
});

/** One event or patch whose links are being processed. */
class Linking {
  readonly idsByUrl = new Map<string, string>();
  readonly #scope: WriteScope;
  readonly #id: ObjectId | undefined;
  /** The same blob in several places is stored once. */
  readonly #known = new Map<string, AttachmentRecord>();

  constructor(scope: WriteScope, id: ObjectId | undefined) {
    this.#scope = scope;
    this.#id = id;
  }

  /** Links are in `links`, below it, and in the same places of single occurrences' patches. */
  async item(item: Fields): Promise<Result<Fields, Problem>> {
    let changed = item;
    for (const [path, value] of Object.entries(item)) {
      const entries = await this.#entries(path, value);
      if (!entries.ok) return entries;
      if (!entries.value) continue;
      const { [path]: _replaced, ...others } = changed;
      changed = { ...others, ...entries.value };
    }
    return ok(changed);
  }

  /** The replacement of one entry; undefined: it stays. */
  async #entries(path: string, value: unknown): Promise<Result<Fields | undefined, Problem>> {
    const occurrence = /^(recurrenceOverrides\/[^/]+)\/(links(?:\/.*)?)$/.exec(path);
    if (occurrence) {
      const [, prefix = "", rest = ""] = occurrence;
      const inner = await this.#entries(rest, value);
      if (!inner.ok || !inner.value) return inner;
      return ok(Object.fromEntries(Object.entries(inner.value).map(([key, it]) => [`${prefix}/${key}`, it])));
    }
    if (/^links\/[^/]+\/blobId$/.test(path)) return this.#ofExisting(path, value);
    if (!isFields(value)) return ok(undefined);
    if (/^links\/[^/]+$/.test(path)) return this.#single(path, await this.#link(value));
    if (/^recurrenceOverrides\/[^/]+$/.test(path)) return this.#single(path, await this.item(value));
    if (path === "links") return this.#each(path, value, (link) => this.#link(link));
    if (path === "recurrenceOverrides") return this.#each(path, value, (patch) => this.item(patch));
    return ok(undefined);
  }

  #single(path: string, value: Result<Fields, Problem>): Result<Fields, Problem> {
    return value.ok ? ok({ [path]: value.value }) : value;
  }

  async #each(
    path: string,
    map: Fields,
    change: (value: Fields) => Promise<Result<Fields, Problem>>,
  ): Promise<Result<Fields, Problem>> {
    const changed: [string, unknown][] = [];
    for (const [key, value] of Object.entries(map)) {
      const done = isFields(value) ? await change(value) : ok(value);
      if (!done.ok) return done;
      changed.push([key, done.value]);
    }
    return ok({ [path]: Object.fromEntries(changed) });
  }

  /** Replaces the file of an existing link. */
  async #ofExisting(path: string, blobId: unknown): Promise<Result<Fields, Problem>> {
    const linked = await this.#link({ blobId });
    if (!linked.ok) return linked;
    const base = path.slice(0, -"/blobId".length);
    const { href, contentType, size } = linked.value;
    return ok({ [`${base}/href`]: href, [`${base}/contentType`]: contentType, [`${base}/size`]: size });
  }

  async #link(link: Fields): Promise<Result<Fields, Problem>> {
    const { blobId, ...rest } = link;
    if (blobId === undefined || blobId === null) return ok(link);
    const rel = rest["rel"] ?? "enclosure";
    // A client sends back what it received, also if that came from another server.
    const isGiven = typeof rest["href"] === "string";
    const record = rel === "enclosure" ? await this.#attachment(blobId, rest) : failed(noBlob(blobId));
    if (!record.ok) return isGiven && record.problem.code === "invalid-value" ? ok(rest) : record;
    const { id, filename, type, size } = record.value;
    const href = isGiven ? rest["href"] : attachmentUrl(this.#scope.origin ?? "", id, filename);
    this.idsByUrl.set(String(href), id);
    return ok({ contentType: type, title: filename, ...withoutNull(rest), href, rel, size });
  }

  async #attachment(blobId: unknown, link: Fields): Promise<Result<AttachmentRecord, Problem>> {
    if (typeof blobId !== "string") return failed(noBlob(blobId));
    const known = this.#known.get(blobId);
    if (known) return ok(known);
    const record = (await this.#existing(blobId)) ?? (await this.#uploaded(blobId, link));
    if (!record.ok) return record;
    this.#known.set(blobId, record.value);
    return record;
  }

  async #existing(blobId: string): Promise<Result<AttachmentRecord, Problem> | undefined> {
    const { tx, actor } = this.#scope;
    const [record] = await tx.attachments.byIds([blobId]);
    if (!record) return undefined;
    const isOwn = record.createdBy === actor.principalId;
    const hadBefore = this.#id !== undefined && (await tx.attachments.knownTo(this.#id)).has(blobId);
    const mayName = isOwn || hadBefore || (await readableAttachment(tx, actor, blobId)) !== undefined;
    return mayName ? ok(record) : failed(noBlob(blobId));
  }

  /** Uploads go into the event's account, or into the writer's own if the event is in another's. */
  async #uploaded(blobId: string, link: Fields): Promise<Result<AttachmentRecord, Problem>> {
    const { actor, accountId } = this.#scope;
    const named = { filename: link["title"], type: link["contentType"] };
    for (const owner of new Set([accountId, actor.principalId])) {
      const file = await checkBlob(this.#scope, owner, blobId, named);
      if (file) return file.ok ? storeAttachment(this.#scope, file.value) : file;
    }
    return failed(noBlob(blobId));
  }
}

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

import { managedIdOf, managedIdsOf, withAttachment } from "@snart/calendar/icalendar/managed-attachment.ts";
import { isObjectType, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  parameterValue,
  propertiesNamed,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AttachmentRecord } from "../../storage/records/files.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { checkCalendar, type CheckedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { describe } from "./change-attachments.ts";
import { checkBlob } from "../attachments/check-blob.ts";
import { storeAttachment } from "../attachments/store-attachment.ts";
import { namableOf, namesSome } from "../attachments/named-attachments.ts";

/** The uploads that come with a calendar, by the MANAGED-ID that it uses for each. */
export type BroughtFiles = ReadonlyMap<string, string>;

/** A file that an object names and that did not come with it. */
export interface MissedFile {
  readonly managedId: string;
  readonly filename: string | null;
  readonly code: Problem["code"];
}

export interface BroughtObject {
  readonly checked: CheckedObject;
  /** files that it has here */
  readonly attached: number;
  readonly missed: readonly MissedFile[];
}

/** Whether an object names files, so that importing it may take longer than others. */
export const namesFiles = ({ text }: CheckedObject): boolean => namesSome(text);

/**
 * Stores the files that an imported object names, and makes it use their new names (RFC 8607 §4). A file that is
 * already stored for it is not stored twice, so that the same archive gives the same object. A missing file leaves
 * its property as a plain link to the original address: nothing of the object is lost.
 * @param current the object that is replaced
 * @returns why the resulting object can't be stored, if anything forbids it
 */
export async function bringAttachments(
  scope: WriteScope,
  current: StoredObject | undefined,
  given: CheckedObject,
  files: BroughtFiles,
): Promise<Result<BroughtObject, Problem>> {
  const ids = current?.icalendar === given.text ? [] : [...managedIdsOf(given.object)];
  if (ids.length === 0) return ok({ checked: given, attached: 0, missed: [] });
  const here = await filesHere(scope, current?.id, ids);
  const attached = new Map<string, AttachmentRecord>();
  const missed: MissedFile[] = [];
  for (const managedId of ids) {
    const named = { ...namedBy(given.object, managedId), managedId, blobId: files.get(managedId) };
    const file = await bring(scope, here, named, attached.size);
    if (file.ok) attached.set(managedId, file.value);
    else missed.push({ managedId, filename: named.filename ?? null, code: file.problem.code });
  }
  const calendar = withFiles(given.object.calendar, attached, scope.origin ?? "");
  const checked = checkCalendar(scope.app, calendar);
  return checked.ok ? ok({ checked: checked.value, attached: attached.size, missed }) : checked;
}

/** A file that an object names, and its upload. */
interface NamedFile {
  readonly managedId: string;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly blobId: string | undefined;
}

function namedBy(
  { main, overrides }: CalendarObject,
  managedId: string,
): Pick<NamedFile, "filename" | "type"> {
  const properties = [main, ...overrides].flatMap((it) => (it ? propertiesNamed(it, "ATTACH") : []));
  const property = properties.find((it) => managedIdOf(it) === managedId);
  if (!property) return { filename: undefined, type: undefined };
  return { filename: parameterValue(property, "FILENAME"), type: parameterValue(property, "FMTTYPE") };
}

interface FilesHere {
  /** The given ids of files on this server that the writer may name. */
  readonly namable: ReadonlyMap<string, AttachmentRecord>;
  /** The attachments of the object that is replaced. */
  readonly had: readonly AttachmentRecord[];
}

async function filesHere(
  scope: WriteScope,
  current: ObjectId | undefined,
  ids: readonly string[],
): Promise<FilesHere> {
  const { attachments } = scope.tx;
  // A text made only of ids would otherwise look up as many.
  const asked = ids.slice(0, scope.app.limits.attachmentsPerObject);
  const namable = await attachments.byIds([...(await namableOf(scope, current, asked))]);
  const had = current === undefined ? [] : await attachments.byIds([...(await attachments.knownTo(current))]);
  return { namable: new Map(namable.map((record) => [record.id, record])), had };
}

/** @param attached how many files the object has by now */
async function bring(
  scope: WriteScope,
  { namable, had }: FilesHere,
  { managedId, filename, type, blobId }: NamedFile,
  attached: number,
): Promise<Result<AttachmentRecord, Problem>> {
  const limit = scope.app.limits.attachmentsPerObject;
  if (attached >= limit) return failed({ code: "too-many-attachments", limit });
  const same = namable.get(managedId);
  const file =
    blobId === undefined ? undefined : await checkBlob(scope, scope.accountId, blobId, { filename, type });
  if (!file) return same ? ok(same) : failed({ code: "attachment-not-found" });
  if (!file.ok) return file;
  const { hash } = file.value;
  if (same?.hash === hash) return ok(same);
  const kept = had.find((it) => it.hash === hash && it.filename === file.value.filename);
  return kept ? ok(kept) : storeAttachment(scope, file.value);
}

function withFiles(
  calendar: Component,
  attached: ReadonlyMap<string, AttachmentRecord>,
  origin: string,
): Component {
  const components = calendar.components.map((component) =>
    isObjectType(component.name)
      ? withProperties(
          component,
          component.properties.map((property) => withFile(property, attached, origin)),
        )
      : component,
  );
  return withComponents(calendar, components);
}

function withFile(
  property: Property,
  attached: ReadonlyMap<string, AttachmentRecord>,
  origin: string,
): Property {
  const managedId = managedIdOf(property);
  if (managedId === undefined) return property;
  const file = attached.get(managedId);
  if (file?.id === managedId) return property;
  // An inline value would otherwise still be read as such.
  const dropped = file ? ["ENCODING", "VALUE"] : ["MANAGED-ID"];
  const parameters = property.parameters.filter(({ name }) => !dropped.includes(name.toUpperCase()));
  return file
    ? withAttachment({ ...property, parameters }, describe(file, origin))
    : { ...property, parameters };
}

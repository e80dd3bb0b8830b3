import type { VersionRecord } from "@snart/calendar/jmap/history.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { asJson, diffObjects } from "@snart/calendar/jscalendar/patch.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { restoreVersion } from "../../app/history/restore-version.ts";
import { versionsOf, type Version } from "../../app/history/versions.ts";
import type { ObjectId, Principal } from "../../app/types.ts";
import { accountMethod, type MethodContext } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { couldBeId, flag, id, idText } from "../standard/arguments.ts";
import type { Search } from "../standard/query.ts";
import { recordType } from "../standard/record-type.ts";
import { named } from "../standard/source.ts";
import { modseqState, stateOf } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidArguments, type SetError } from "../wire/errors.ts";

const versionId = ({ objectId, modseq }: Pick<Version, "objectId" | "modseq">): string =>
  `${objectId}_${modseq}`;

/** The object and change of a version's id; undefined if no version can have it. */
function referenceOf(text: string): { readonly objectId: ObjectId; readonly modseq: number } | undefined {
  const match = /^([A-Za-z0-9-]{1,200})_([1-9]\d{0,14})$/.exec(text);
  return match ? { objectId: match[1] as ObjectId, modseq: Number(match[2]) } : undefined;
}

/** Stamped properties. */
const STAMPS: ReadonlySet<string> = new Set(["updated", "sequence", "prodId", "created"]);

/** The version's contents, and what the change made different from the version before it. */
function recordOf(version: Version, before: Version | undefined): VersionRecord {
  const { objectId, calendarId, change, isCurrent, object } = version;
  const item = itemFromObject(object);
  const former = before && itemFromObject(before.object);
  return {
    id: versionId(version),
    objectId,
    calendarId,
    at: formatUtcDateTime(version.at),
    state: stateOf(version.modseq),
    by: { principalId: version.actorId, name: version.actorName },
    via: version.via ?? null,
    client: version.client ?? null,
    change,
    isCurrent,
    item: item.ok ? item.value : null,
    patch: item.ok && former?.ok && change === "updated" ? patchBetween(former.value, item.value) : null,
  };
}

function patchBetween(before: object, after: object): PatchObject {
  const patch = diffObjects(asJson(before), asJson(after));
  return Object.fromEntries(Object.entries(patch).filter(([path]) => !STAMPS.has(path)));
}

/** The versions of an object as records, newest first; none when the actor may read none. */
async function recordsOf(
  { app, actor }: MethodContext,
  account: Principal,
  objectId: ObjectId,
): Promise<readonly VersionRecord[]> {
  const versions = await versionsOf(app, actor, account.id, objectId);
  if (!versions.ok) return [];
  return versions.value.map((version, at) => recordOf(version, versions.value[at + 1]));
}

/** The most objects whose histories one get reads. */
const MOST_OBJECTS = 100;

/** Version/restore: restores objects' former contents; an ordinary change, which can be undone like any. */
const restore = accountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    ids: v.pipe(v.array(idText), v.maxLength(MOST_OBJECTS)),
    sendSchedulingMessages: flag(false),
  }),
  async ({ app, actor }, account, { ids, sendSchedulingMessages }) => {
    const restored: string[] = [];
    const notScheduled: string[] = [];
    const notRestored: Record<string, SetError> = {};
    for (const one of new Set(ids)) {
      const version = referenceOf(one);
      const done =
        version && (await restoreVersion(app, actor, account.id, version, { sendSchedulingMessages }));
      if (done?.ok) restored.push(one);
      else notRestored[one] = done ? setErrorOf(done.problem) : { type: "notFound" };
      if (done?.ok && done.value.isApart) notScheduled.push(one);
    }
    return ok({ accountId: account.id, restored, notScheduled, notRestored });
  },
);

const filterSchema = v.strictObject({ objectId: idText });

/** The versions of one object, newest first. */
async function search(context: MethodContext, account: Principal, { filter, sort }: Search) {
  const parsed = v.safeParse(filterSchema, filter);
  if (!parsed.success)
    return failed({
      type: "unsupportedFilter",
      description: "objectId, of the one object that is meant",
    } as const);
  if (!sort.every(({ property, isAscending }) => property === "at" && !isAscending))
    return failed({ type: "unsupportedSort", description: "at, descending" } as const);
  const state = await modseqState(context, account);
  if (!state.ok) return state;
  const { objectId } = parsed.output;
  const versions = couldBeId(objectId)
    ? await versionsOf(context.app, context.actor, account.id, objectId as ObjectId)
    : undefined;
  return ok({ state: state.value, ids: versions?.ok ? versions.value.map(versionId) : [] });
}

/** Version (urn:snart:jmap): who changed what when, and with which client. */
export const versions = recordType<VersionRecord>({
  name: "Version",
  capability: SNART,
  properties: named(
    "id",
    "objectId",
    "calendarId",
    "at",
    "state",
    "by",
    "via",
    "client",
    "change",
    "isCurrent",
    "item",
    "patch",
  ),
  async read(context, account, ids) {
    if (ids === null) return failed(invalidArguments("ids: ask Version/query for those of one object"));
    const state = await modseqState(context, account);
    if (!state.ok) return state;
    const objects = new Set(ids.flatMap((one) => referenceOf(one)?.objectId ?? []));
    if (objects.size > MOST_OBJECTS)
      return failed({ type: "requestTooLarge", description: `of ${MOST_OBJECTS} objects at most` });
    const items: VersionRecord[] = [];
    for (const objectId of objects) items.push(...(await recordsOf(context, account, objectId)));
    return ok({ items, state: state.value });
  },
  query: { search },
  methods: { restore },
});

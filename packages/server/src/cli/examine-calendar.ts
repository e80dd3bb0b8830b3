import { ok } from "@snart/calendar/result.ts";
import type { App } from "../app/app.ts";
import { checkText, withDerived, type PreparedObject } from "../app/objects/prepare-object.ts";
import { findPage } from "../app/objects/pages-by-size.ts";
import { keepSteadiness } from "../app/objects/steady-series.ts";
import { searchGrams } from "../app/objects/search-index.ts";
import type { Calendar, ObjectId, StoredObject } from "../app/types.ts";

interface Examination {
  /** Whether to derive wrong values again. */
  readonly mend: boolean;
  /** Called for each object with a problem. */
  readonly say: (uri: string, what: string) => void;
}
interface Findings {
  readonly objects: number;
  readonly wrong: number;
  readonly mended: number;
}

/** Limits apply to new data; stored objects were accepted under the limits of their time. */
const UNLIMITED = {
  objectSize: Infinity,
  linesPerObject: Infinity,
  overridesPerObject: Infinity,
  participantsPerEvent: Infinity,
};

/** Reads every object of a calendar and compares its stored columns with what its text gives. */
export async function examineCalendar(
  app: App,
  calendar: Calendar,
  examination: Examination,
): Promise<Findings> {
  const reader: App = { ...app, limits: { ...app.limits, ...UNLIMITED } };
  const findings = { objects: 0, wrong: 0, mended: 0 };
  let afterId: ObjectId | undefined;
  for (;;) {
    const query = { calendarIds: [calendar.id], ...(afterId === undefined ? {} : { afterId }) };
    const page = await app.storage.read((tx) => findPage(tx, query));
    // Ends here with the database's own error: what is lost is then looked for page by page (`salvage`).
    for (const { id } of page.lost) await app.storage.read((tx) => tx.objects.byId(id));
    for (const stored of page.found) {
      findings.objects++;
      const checked = checkText(reader, stored.icalendar);
      const prepared = checked.ok ? ok(withDerived(checked.value)) : checked;
      if (prepared.ok && examination.mend) await reindex(app, stored, prepared.value);
      const differences = prepared.ok ? differencesOf(stored, prepared.value) : [];
      if (prepared.ok && differences.length === 0) continue;
      findings.wrong++;
      examination.say(
        stored.uri,
        prepared.ok
          ? `${differences.join(", ")} differ from its text`
          : `cannot be read: ${JSON.stringify(prepared.problem)}`,
      );
      if (prepared.ok && examination.mend && (await mend(app, stored, prepared.value))) findings.mended++;
    }
    afterId = page.goesOnAfter;
    if (afterId === undefined) return findings;
  }
}

/** Unless somebody has written it meanwhile, which also updated the search index. */
function reindex(app: App, { id, etag }: StoredObject, { object }: PreparedObject): Promise<void> {
  return app.storage.write(async (tx) => {
    const current = await tx.objects.byId(id);
    if (current?.etag !== etag) return;
    await tx.search.putAll([{ head: current, grams: searchGrams(object) }]);
    await keepSteadiness(tx, current, object);
  });
}

function differencesOf(stored: StoredObject, prepared: PreparedObject): readonly string[] {
  const derived = derivedFields(prepared);
  return Object.entries(derived).flatMap(([name, value]) =>
    stored[name as keyof typeof derived] === value ? [] : [name],
  );
}

function derivedFields({ text, object, etag, size, bounds, isRecurring, summary }: PreparedObject) {
  return {
    // An earlier release kept instances that stand twice.
    icalendar: text,
    uid: object.uid,
    component: object.type,
    etag,
    size,
    start: bounds.start,
    end: bounds.end,
    isRecurring,
    summary,
  };
}

/** Writes the derived columns again as a change of the account, so that every client refreshes. */
function mend(app: App, stored: StoredObject, prepared: PreparedObject): Promise<boolean> {
  const { accountId, calendarId, id } = stored;
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(accountId);
    const object: StoredObject = { ...stored, ...derivedFields(prepared), modseq };
    const outcome = await tx.objects.replace(object, stored.etag, accountId);
    if (outcome !== "replaced") return false;
    await tx.changes.append([
      {
        accountId,
        modseq,
        type: "CalendarEvent",
        id,
        calendarId,
        change: "updated",
        at: app.now(),
        actorId: accountId,
      },
    ]);
    return true;
  });
}

import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantIn, reachesAccount, type CalendarGrant } from "../grants.ts";
import { leavingOut, unlessDamaged } from "./leaving-out.ts";
import { FEW, idPages } from "./pages-by-size.ts";
import type { Problem } from "../problems.ts";
import { readStored, type ReadObject } from "./read-stored.ts";
import { seenObjects } from "./seen-objects.ts";

/** A stored object that the actor may read, with its parsed form and its grant. */
export interface ReadableObject {
  readonly stored: StoredObject;
  /** Parsed on first use; throws if the text can't be read, as `readStored` does. */
  readonly object: CalendarObject;
  /** The object of which this one shows the times alone. */
  readonly whole?: CalendarObject | undefined;
  readonly grant: CalendarGrant;
}

/**
 * Objects of an account by id (null: all readable VEVENTs and VTODOs), in no particular order; missing and
 * unreadable ones are left out. They come part by part, as with `findObjectPages`.
 * @param onLost called with the id of one that is there, but can't be read
 */
export async function* eventPages(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  ids: readonly ObjectId[] | null,
  read: (stored: StoredObject) => CalendarObject = readStored,
  onLost?: (id: ObjectId) => void,
): AsyncGenerator<Result<readonly ReadableObject[], Problem>> {
  const turn = app.turns.of(actor.principalId);
  let pages: readonly (readonly ObjectId[])[] | undefined;
  const readPage = (known?: readonly ObjectId[]): Promise<Result<readonly ReadableObject[], Problem>> =>
    app.storage.read(async (tx) => {
      if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
      const grants = await readableGrants(tx, actor, accountId);
      const calendarIds = [...grants.keys()];
      pages ??= await idPages(tx, ids ?? (await tx.objects.listed({ calendarIds })).map(({ id }) => id));
      const seen = await seenObjects(tx, grants, await tx.objects.byIds(known ?? pages[0] ?? []), read);
      return ok(seen.flatMap((one) => readable(grants.get(one.stored.calendarId), one)));
    });
  if (turn.isDue()) await turn.next();
  const first = await unlessDamaged(() => readPage());
  if (first !== "damaged") yield first;
  if (first !== "damaged" && !first.ok) return;
  pages ??= await pagesOfDamaged(app, actor, accountId, ids);
  for (const part of first === "damaged" ? pages : pages.slice(1)) {
    if (turn.isDue()) await turn.next();
    const page = await leavingOut(part, readPage, onLost);
    yield page;
    if (!page.ok) return;
  }
}

/** Where not even sizes can be read of all, few are read at once. */
async function pagesOfDamaged(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  asked: readonly ObjectId[] | null,
): Promise<readonly (readonly ObjectId[])[]> {
  const ids = await app.storage.read(async (tx) => {
    if (asked) return asked;
    const all: ObjectId[] = [];
    for (const id of (await readableGrants(tx, actor, accountId)).keys())
      all.push(...(await tx.objects.ids(id)));
    return all;
  });
  return Array.from({ length: Math.ceil(ids.length / FEW) }, (_, n) => ids.slice(n * FEW, (n + 1) * FEW));
}

/** The same all at once, for few ids. */
export async function eventsById(
  ...asked: Parameters<typeof eventPages>
): Promise<Result<readonly ReadableObject[], Problem>> {
  const found: ReadableObject[] = [];
  for await (const page of eventPages(...asked)) {
    if (!page.ok) return page;
    found.push(...page.value);
  }
  return ok(found);
}

async function readableGrants(
  tx: ReadTransaction,
  actor: Actor,
  accountId: PrincipalId,
): Promise<ReadonlyMap<CalendarId, CalendarGrant>> {
  const grants = (await grantIn(tx, actor, accountId)).filter(({ rights }) => rights.mayReadFreeBusy);
  return new Map(grants.map((grant) => [grant.calendar.id, grant]));
}

function readable(grant: CalendarGrant | undefined, read: ReadObject): readonly ReadableObject[] {
  if (!grant) return [];
  return [
    {
      stored: read.stored,
      grant,
      get object() {
        return read.object;
      },
      get whole() {
        return read.whole?.object;
      },
    },
  ];
}

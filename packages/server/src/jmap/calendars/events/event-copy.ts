import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import type { ObjectId, Principal } from "../../../app/types.ts";
import { accountMethod, type Answer, type Method, type MethodContext } from "../../method.ts";
import { accountErrorOf } from "../../problem.ts";
import { flag, id, objectMap, stateText } from "../../standard/arguments.ts";
import { modseqOf } from "../../standard/state.ts";
import { invalidArguments, type MethodError, type SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";
import { eventQuery } from "./event-query.ts";
import { eventSet } from "./set/event-set.ts";
import { viewOf } from "./event-view.ts";
import { findEvents } from "./find-events.ts";
import { EVENTS, type ItemKind } from "./item-kind.ts";
import { UTC } from "@snart/calendar/time/zone.ts";

const schema = v.strictObject({
  fromAccountId: id,
  ifFromInState: v.nullish(stateText),
  accountId: id,
  ifInState: v.nullish(stateText),
  create: objectMap,
  onSuccessDestroyOriginal: flag(false),
  destroyFromIfInState: v.nullish(stateText),
});

/** The methods and names for a copy. */
interface CopyMethods {
  readonly kind: ItemKind;
  readonly set: Method;
  readonly query: Method;
  /** The method name in the response about destroyed originals. */
  readonly setName: string;
}

/** CalendarEvent/copy (RFC 8620 §5.4): events of one account into another, where they get new ids. */
export const eventCopy = itemCopy({
  kind: EVENTS,
  set: eventSet,
  query: eventQuery,
  setName: "CalendarEvent/set",
});

/** The /copy of events or tasks. */
export function itemCopy(methods: CopyMethods): Method {
  const { kind, set: setMethod } = methods;
  return accountMethod(kind.capability, schema, async (context, account, args) => {
    const from = (await context.accounts()).find((one) => one.id === args.fromAccountId);
    if (!from) return failed({ type: "fromAccountNotFound" });
    if (from.id === account.id) return failed(invalidArguments("the two accounts must be different"));
    const state = await accountState(context.app, context.actor, from.id);
    if (!state.ok) return failed(accountErrorOf(state.problem));
    const { ifFromInState } = args;
    if (typeof ifFromInState === "string" && modseqOf(ifFromInState) !== state.value)
      return failed({ type: "stateMismatch" });
    const copies = await copiesOf(context, from, args.create, kind);
    if (!copies.ok) return copies;
    const { create, originals, notFound } = copies.value;
    const wanted = { accountId: account.id, create, ifInState: args.ifInState ?? null };
    const set = await setMethod.call(context, wanted);
    if (!set.ok) return set;
    const { created, notCreated, oldState, newState } = set.value as SetAnswer;
    const all = { ...notFound, ...notCreated };
    const refused = await withExisting(context, account, create, all, methods);
    if (args.onSuccessDestroyOriginal && created) {
      const destroy = Object.keys(created).flatMap((creationId) => originals.get(creationId) ?? []);
      await destroyOriginals(context, from, destroy, args.destroyFromIfInState ?? null, methods);
    }
    const isRefused = Object.keys(refused).length > 0;
    return ok({
      fromAccountId: from.id,
      accountId: account.id,
      oldState,
      newState,
      created,
      notCreated: isRefused ? refused : null,
    });
  });
}

type SetAnswer = Answer & {
  readonly created: Readonly<Record<string, Answer>> | null;
  readonly notCreated: Readonly<Record<string, SetError>> | null;
};

interface Copies {
  readonly create: Readonly<Record<string, JsonObject>>;
  /** The id of each original, by creation id. */
  readonly originals: ReadonlyMap<string, string>;
  readonly notFound: Readonly<Record<string, SetError>>;
}

/** A stored event's properties that the server sets. The copy of one date is an event of its own. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  "id",
  "baseEventId",
  "calendarIds",
  "isOrigin",
  "snart:isOthers",
  "snart:warnings",
  "recurrenceId",
  "recurrenceIdTimeZone",
]);

async function copiesOf(
  context: MethodContext,
  from: Principal,
  wanted: Readonly<Record<string, JsonObject>>,
  kind: ItemKind,
): Promise<Result<Copies, MethodError>> {
  const ids = Object.values(wanted).flatMap((given) =>
    typeof given.id === "string" ? [given.id as ObjectId] : [],
  );
  const found = await findEvents(context, from, ids, kind);
  if (!found.ok) return found;
  const create: Record<string, JsonObject> = {};
  const notFound: Record<string, SetError> = {};
  const originals = new Map<string, string>();
  for (const [creationId, { id: original, ...overrides }] of Object.entries(wanted)) {
    const event = typeof original === "string" ? found.value.get(original) : undefined;
    if (!event || typeof original !== "string") {
      notFound[creationId] = { type: "notFound" };
      continue;
    }
    const seen = Object.entries(viewOf(event.record, event.grant, WHOLE)) as [string, JsonObject][];
    create[creationId] = {
      ...Object.fromEntries(seen.filter(([name]) => !NOT_COPIED.has(name))),
      ...overrides,
    };
    originals.set(creationId, original);
  }
  return ok({ create, originals, notFound });
}

/** A sharee copies what they can see. */
const WHOLE = {
  properties: null,
  overridesFrom: null,
  overridesBefore: null,
  reduceParticipants: false,
  zone: UTC,
  isMe: () => false,
};

/** A refusal because of an existing UID includes the id of the record that has it (RFC 8620 §5.4). */
async function withExisting(
  context: MethodContext,
  account: Principal,
  create: Readonly<Record<string, JsonObject>>,
  refused: Readonly<Record<string, SetError>>,
  { query }: CopyMethods,
): Promise<Readonly<Record<string, SetError>>> {
  const told: Record<string, SetError> = {};
  for (const [creationId, error] of Object.entries(refused)) {
    const uid = error.code === "uid-taken" ? create[creationId]?.uid : undefined;
    const filter = typeof uid === "string" ? { uid } : undefined;
    const found = filter && (await query.call(context, { accountId: account.id, filter }));
    const [existingId] = found?.ok ? (found.value["ids"] as readonly string[]) : [];
    told[creationId] = existingId === undefined ? error : { type: "alreadyExists", existingId };
  }
  return told;
}

async function destroyOriginals(
  context: MethodContext,
  from: Principal,
  destroy: readonly string[],
  ifInState: string | null,
  { set, setName }: CopyMethods,
): Promise<void> {
  const destroyed = await set.call(context, { accountId: from.id, destroy, ifInState });
  context.implicit.push(
    destroyed.ok
      ? { name: setName, answer: destroyed.value }
      : { name: "error", answer: destroyed.problem as unknown as Answer },
  );
}

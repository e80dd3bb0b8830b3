import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../../../app/changes.ts";
import { changeEvents } from "../../../../app/write/change-events.ts";
import { zoneNameOf } from "../../../../app/grants.ts";
import { profile } from "../../../../app/accounts/profile.ts";
import type { Modseq, ObjectId, Principal } from "../../../../app/types.ts";
import { accountMethod, type Answer, type Method, type MethodContext } from "../../../method.ts";
import { accountErrorOf } from "../../../problem.ts";
import { flag, setArguments, stateMap } from "../../../standard/arguments.ts";
import { SetOutcome, setRequest, type SetRequest } from "../../../standard/set.ts";
import { modseqOf, stateOf } from "../../../standard/state.ts";
import { SNART } from "../../../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../../../wire/errors.ts";
import type { InputContext } from "../event-input.ts";
import type { EventOperation } from "../event-patch.ts";
import { addressOf } from "../event-record.ts";
import { EVENTS, type ItemKind } from "../item-kind.ts";
import { setsUtc } from "../utc-times.ts";
import { visibleCalendars } from "../../visible-calendars.ts";
import { planSet } from "./plan-set.ts";
import { createdEvents, settle, tellCreated } from "./settle-set.ts";

const schema = v.strictObject({
  ...setArguments,
  sendSchedulingMessages: flag(false),
  undoTo: v.nullish(stateMap),
});

/** How often a set is worked out anew because others wrote in between. */
const ATTEMPTS = 20;

/** CalendarEvent/set (JMAP Calendars). */
export const eventSet = itemSet(EVENTS);

/** The /set of events or tasks. */
export function itemSet(kind: ItemKind): Method {
  return accountMethod(kind.capability, schema, async (context, account, args) => {
    const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const expected = typeof args.ifInState === "string" ? modseqOf(args.ifInState) : null;
    if (expected === undefined) return failed({ type: "stateMismatch" });
    const input = await inputContext(context, account, kind);
    if (!input.ok) return input;
    if (args.undoTo && !context.using.has(SNART)) return failed(invalidArguments(`undoTo is of ${SNART}`));
    const undoTo = statesOf(args.undoTo ?? {});
    const wish = { expected, sends: args.sendSchedulingMessages, undoTo };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = await attemptSet(context, account, request.value, input.value, wish);
      if (result.ok || result.problem.type !== "stateMismatch" || expected !== null) return result;
    }
    return failed({ type: "serverUnavailable", description: "others keep changing this account" });
  });
}

async function inputContext(
  context: MethodContext,
  account: Principal,
  kind: ItemKind,
): Promise<Result<InputContext, MethodError>> {
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const byId = new Map(calendars.value.map(({ grant }) => [grant.calendar.id as string, grant]));
  const me = await profile(context.app, context.actor);
  return ok({
    kind,
    limits: context.app.limits,
    createdIds: context.createdIds,
    address: addressOf(account) ?? (me.ok ? addressOf(me.value) : undefined),
    calendarZone: (id) => {
      const grant = byId.get(id);
      return grant ? zoneNameOf(grant) : null;
    },
    isForeign: (id) => byId.get(id)?.isOwner === false,
  });
}

interface Wish {
  /** the state that the account has to be in */
  readonly expected: Modseq | null;
  /** whether others are told */
  readonly sends: boolean;
  /** the account's state before the action that an update undoes */
  readonly undoTo: ReadonlyMap<ObjectId, Modseq>;
}

/** What is no state of ours was never the account's. */
const statesOf = (states: Readonly<Record<string, string>>): Wish["undoTo"] =>
  new Map(
    Object.entries(states).flatMap(([id, state]) => {
      const modseq = modseqOf(state);
      return modseq === undefined ? [] : [[id as ObjectId, modseq] as const];
    }),
  );

async function attemptSet(
  context: MethodContext,
  account: Principal,
  request: SetRequest,
  input: InputContext,
  { expected, sends, undoTo }: Wish,
): Promise<Result<Answer, MethodError>> {
  const { app, actor } = context;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  if (expected !== null && expected !== state.value) return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const plan = await planSet(context, account, request, input, outcome);
  if (!plan.ok) return plan;
  const guarded =
    expected !== null ||
    [...plan.value.updates.values()].some(({ operations }) => dependsOnCurrent(operations));
  const { create, update, destroy } = plan.value;
  const guard = guarded ? { ifInState: state.value } : {};
  const { component } = input.kind;
  const { origin, parsed } = context;
  const changes = {
    component,
    create,
    update,
    destroy,
    undoTo,
    sendSchedulingMessages: sends,
    origin,
    read: parsed.object,
    ...guard,
  };
  const done = await changeEvents(app, actor, account.id, changes);
  if (!done.ok) return failed(accountErrorOf(done.problem));
  settle(plan.value, done.value, outcome);
  const created = await createdEvents(context, account, done.value, input.kind);
  tellCreated(context, request, done.value, created, outcome);
  return ok(outcome.answer(account.id, stateOf(done.value.oldModseq), stateOf(done.value.newModseq)));
}

/**
 * Whether operations were worked out from the event as it was read, so that nobody may have written since. A plain patch
 * is the client's own: it means the same whatever else has changed.
 */
const dependsOnCurrent = (operations: readonly EventOperation[]): boolean =>
  operations.length > 1 ||
  operations.some(({ recurrenceId, patch }) => recurrenceId !== undefined || !patch || setsUtc(patch));

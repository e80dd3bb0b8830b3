import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { changeEvents } from "../../../../app/write/change-events.ts";
import { ownScope, zoneNameOf } from "../../../../app/grants.ts";
import { profile } from "../../../../app/accounts/profile.ts";
import { identitiesIn } from "../../../../app/scheduling/identities.ts";
import type { Modseq, ObjectId, Principal } from "../../../../app/types.ts";
import type { Method, MethodContext } from "../../../method.ts";
import { accountErrorOf } from "../../../problem.ts";
import { flag, stateMap } from "../../../standard/arguments.ts";
import { setTogether } from "../../../standard/set-method.ts";
import { modseqOf, modseqState, stateOf } from "../../../standard/state.ts";
import { SNART } from "../../../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../../../wire/errors.ts";
import type { InputContext } from "../event-input.ts";
import { EVENTS, type ItemKind } from "../item-kind.ts";
import { visibleCalendars } from "../../visible-calendars.ts";
import { planSet } from "./plan-set.ts";
import { createdEvents, fillOutcome, fillCreated } from "./outcome-of-set.ts";

/** What the /set of events and of tasks may say besides RFC 8620 §5.3. */
export const itemSetArguments = {
  sendSchedulingMessages: flag(false),
  undoTo: v.nullish(stateMap),
  booksOrNothing: flag(false),
};

/** CalendarEvent/set (JMAP Calendars). */
export const eventSet = itemSet(EVENTS);

/** The /set of events or tasks. It is planned on events that nobody else can change meanwhile. */
export function itemSet(kind: ItemKind): Method {
  const { capability, component } = kind;
  return setTogether(
    { capability, state: modseqState },
    {
      arguments: itemSetArguments,
      async together(call, request, outcome) {
        const { app, actor, account, args, origin, parsed } = call;
        const { sendSchedulingMessages, undoTo, booksOrNothing } = args;
        if ((undoTo || booksOrNothing) && !call.using.has(SNART))
          return failed(invalidArguments(`undoTo and booksOrNothing are of ${SNART}`));
        const input = await inputContext(call, account, kind);
        if (!input.ok) return input;
        const plan = await planSet(call, account, request, input.value, outcome);
        if (!plan.ok) return plan;
        const { create, update, destroy, created: createdHere } = plan.value;
        const done = await changeEvents(app, actor, account.id, {
          component,
          create,
          update,
          destroy,
          destroyCreated: createdHere.destroyed,
          undoTo: statesOf(undoTo ?? {}),
          sendSchedulingMessages,
          booksOrNothing,
          origin,
          read: parsed.object,
        });
        if (!done.ok) return failed(accountErrorOf(done.problem));
        fillOutcome(plan.value, done.value, outcome);
        const created = await createdEvents(call, account, done.value, kind);
        fillCreated(call, plan.value, done.value, created, outcome);
        return ok({ oldState: stateOf(done.value.oldModseq), newState: stateOf(done.value.newModseq) });
      },
    },
  );
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
    identities: (id) => {
      const grant = byId.get(id);
      return grant && me.ok ? identitiesIn(grant, account, me.value) : [];
    },
    calendarZone: (id) => {
      const grant = byId.get(id);
      return grant ? zoneNameOf(grant) : null;
    },
    isForeign: (id) => {
      const grant = byId.get(id);
      return grant !== undefined && ownScope(grant) !== undefined;
    },
  });
}

/** A text that is not one of our states was never the account's. */
const statesOf = (states: Readonly<Record<string, string>>): ReadonlyMap<ObjectId, Modseq> =>
  new Map(
    Object.entries(states).flatMap(([id, state]) => {
      const modseq = modseqOf(state);
      return modseq === undefined ? [] : [[id as ObjectId, modseq] as const];
    }),
  );

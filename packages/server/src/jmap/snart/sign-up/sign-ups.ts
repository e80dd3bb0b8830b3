import type { SignUpRecord } from "@snart/calendar/jmap/sign-up.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Problem } from "../../../app/problems.ts";
import { answerForOther, answerSignUp } from "../../../app/sign-up/answer-sign-up.ts";
import { changeSignUpLink } from "../../../app/sign-up/change-sign-up-link.ts";
import { readSignUp, type SignUpView } from "../../../app/sign-up/read-sign-up.ts";
import { remindSilent } from "../../../app/sign-up/remind-silent.ts";
import { tickAttendance } from "../../../app/sign-up/tick-attendance.ts";
import { eventReference } from "../../calendars/events/synthetic-id.ts";
import { accountMethod, type MethodContext, type MethodResult } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { flag, id, idText, text, unsigned } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { named } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidArguments } from "../../wire/errors.ts";
import { SIGN_UP_PROPERTIES, signUpRecord } from "./sign-up-record.ts";
import type { PrincipalId } from "../../../app/types.ts";
import type { SignUpReference } from "../../../app/sign-up/sign-up-spot.ts";

function referenceOf(signUpId: string): SignUpReference | undefined {
  const read = eventReference(signUpId);
  return read && { objectId: read.baseId, recurrenceId: read.recurrenceId };
}

/** The answer of a method on one sign-up: its present state. */
async function changed(
  { origin }: MethodContext,
  accountId: PrincipalId,
  signUpId: string,
  work: (reference: SignUpReference) => Promise<Result<SignUpView, Problem>>,
): Promise<MethodResult> {
  const reference = referenceOf(signUpId);
  const done = reference ? await work(reference) : failed({ code: "not-found" } as const);
  return done.ok
    ? ok({ accountId, signUp: signUpRecord(signUpId, done.value, origin) })
    : failed(methodErrorOf(done.problem));
}

const of = { accountId: id, signUpId: idText };

/** SignUp/answer: signs the actor up, with a number of people and a note, or off. */
const answer = accountMethod(
  SNART,
  v.strictObject({
    ...of,
    isComing: v.boolean(),
    people: v.optional(unsigned, 1),
    note: v.optional(text, ""),
  }),
  (context, account, { signUpId, isComing, people, note }) =>
    changed(context, account.id, signUpId, (reference) =>
      answerSignUp(context.app, context.actor, account.id, reference, { isComing, people, note }),
    ),
);

/** SignUp/answerFor: removes somebody from the list or puts them back, for the organizer. */
const answerFor = accountMethod(
  SNART,
  v.strictObject({ ...of, calendarAddress: text, isComing: v.boolean() }),
  (context, account, { signUpId, calendarAddress, isComing }) =>
    changed(context, account.id, signUpId, (reference) =>
      answerForOther(context.app, context.actor, account.id, reference, {
        address: calendarAddress,
        isComing,
      }),
    ),
);

/** SignUp/tick: ticks off people who attended, for the organizer. */
const tick = accountMethod(
  SNART,
  v.strictObject({ ...of, calendarAddress: text, hasAttended: v.boolean() }),
  (context, account, { signUpId, calendarAddress, hasAttended }) =>
    changed(context, account.id, signUpId, (reference) =>
      tickAttendance(context.app, context.actor, account.id, reference, {
        address: calendarAddress,
        hasAttended,
      }),
    ),
);

/** SignUp/link: creates a link for people without an account, or revokes it; `isFormer` restores the revoked one. */
const link = accountMethod(
  SNART,
  v.strictObject({ ...of, isOn: v.boolean(), isFormer: flag(false) }),
  (context, account, { signUpId, isOn, isFormer }) =>
    changed(context, account.id, signUpId, (reference) =>
      changeSignUpLink(context.app, context.actor, account.id, reference, { isOn, isFormer }),
    ),
);

/** SignUp/remind: asks invited people without an answer again. */
const remind = accountMethod(SNART, v.strictObject(of), (context, account, { signUpId }) =>
  changed(context, account.id, signUpId, (reference) =>
    remindSilent(context.app, context.actor, account.id, reference),
  ),
);

/** SignUp (urn:snart:jmap): the state of events that people sign up for. It has the id of its event or occurrence. */
export const signUps = recordType<SignUpRecord>({
  name: "SignUp",
  capability: SNART,
  properties: named(...SIGN_UP_PROPERTIES),
  get: { limit: "maxSignUpsInGet" },
  async read({ app, actor, origin }, account, ids) {
    if (ids === null) return failed(invalidArguments("ids: sign-ups are asked for by id"));
    const items: SignUpRecord[] = [];
    for (const one of ids) {
      const reference = referenceOf(one);
      const read = reference && (await readSignUp(app, actor, account.id, reference));
      if (read?.ok) items.push(signUpRecord(one, read.value, origin));
    }
    return ok({ items });
  },
  methods: { answer, answerFor, tick, link, remind },
});

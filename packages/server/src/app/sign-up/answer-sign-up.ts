import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import { peopleOfSignUp, signUpLines } from "@snart/calendar/scheduling/sign-up/place.ts";
import { attendeeComment } from "@snart/calendar/scheduling/attendee-comment.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { writeWhole, type WriteScope } from "../scope.ts";
import { answered, type Newcomer, type SignUpAnswer } from "./answer.ts";
import { reachSignUp, type ReachedSignUp } from "./reach-sign-up.ts";
import { viewOf, type SignUpView } from "./read-sign-up.ts";
import type { SignUpReference } from "./sign-up-spot.ts";
import { writeSpot } from "./write-sign-up.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";

/**
 * Signs the actor up for an event, or off; without room they wait. Repeating an answer changes nothing.
 * @returns the state afterwards; `not-found` as in `reachSignUp`, `sign-up-closed`, `sign-up-full`, `invalid-value`,
 * `too-many-participants`
 */
export function answerSignUp(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
  answer: SignUpAnswer,
): Promise<Result<SignUpView, Problem>> {
  return changeSignUp(app, actor, accountId, reference, async (scope, { spot, grant }) => {
    const line = signUpLines(spot.component).find(({ value }) => grant.isMine(value));
    const me = await scope.tx.principals.byId(actor.principalId);
    if (!me) return failed({ code: "not-found" });
    const newcomer: Newcomer = {
      address: me.email === null ? `urn:uuid:${me.id}` : `mailto:${me.email}`,
      name: me.displayName || actor.login,
      id: app.newId(),
    };
    return answered(app, spot, line, newcomer, answer);
  });
}

/**
 * Takes somebody off the list, or puts them back, for the organizer.
 * @returns `forbidden` for others, `not-found` also for a person who is not on it
 */
export function answerForOther(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
  { address, isComing }: { readonly address: string; readonly isComing: boolean },
): Promise<Result<SignUpView, Problem>> {
  return changeSignUp(app, actor, accountId, reference, async (_, { spot, mayManage }) => {
    if (!mayManage) return failed({ code: "forbidden", right: "mayWriteAll" });
    const line = signUpLines(spot.component).find(({ value }) => addressKey(value) === addressKey(address));
    if (!line) return failed({ code: "not-found" });
    const note = attendeeComment(spot.component, line.value);
    const newcomer = { address, name: "", id: "" };
    return answered(app, spot, line, newcomer, { isComing, people: peopleOfSignUp(line), note });
  });
}

/**
 * Changes the component of a sign-up that the actor can reach, under its account's lock, and reads the state
 * afterwards.
 */
export async function changeSignUp(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
  change: (scope: WriteScope, reached: ReachedSignUp) => Promise<Result<Component, Problem>>,
): Promise<Result<SignUpView, Problem>> {
  const seen = await app.storage.read((tx) => reachSignUp(tx, actor, accountId, reference));
  if (!seen.ok) return seen;
  const done = await writeWhole(app, actor, accountId, async (scope) => {
    const reached = await reachSignUp(scope.tx, actor, accountId, reference);
    if (!reached.ok) return reached;
    const { stored, spot } = reached.value;
    const component = await change(scope, reached.value);
    if (!component.ok) return component;
    if (component.value === spot.component) return reached;
    const written = await writeSpot(scope, stored, spot, component.value);
    return written.ok ? reachSignUp(scope.tx, actor, accountId, reference) : written;
  });
  return done.ok ? ok(await viewOf(app, done.value)) : done;
}

import { createHash } from "node:crypto";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { saysFlag } from "@snart/calendar/scheduling/hidden-guests.ts";
import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { componentsOf, organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import { keyOfTime, recurrenceTime } from "@snart/calendar/scheduling/instance.ts";
import { noteOf, placeOf, signUpLines } from "@snart/calendar/scheduling/sign-up/place.ts";
import { signUpLinkOf } from "@snart/calendar/scheduling/sign-up/sign-up-link.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { isMail } from "../given-text.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { writeWhole } from "../scope.ts";
import { answered, cleanName, type Newcomer, type SignUpAnswer } from "./answer.ts";
import { zoneOf } from "../places/zone-of.ts";
import { entryOf, namesOf, sharedView, type SignUpEntry } from "./read-sign-up.ts";
import { readSignUpToken, signUpToken, type SignUpLink } from "./sign-up-token.ts";
import { spotAt, type SignUpSpot } from "./sign-up-spot.ts";
import { enqueueSignUpNotice } from "../places/notify-of-places.ts";
import { ownerActor, writeSpot } from "./write-sign-up.ts";

/** What a person without an account sees through a link. */
export interface GuestSignUp extends ReturnType<typeof sharedView> {
  readonly kind: SignUpLink["kind"];
  readonly spot: SignUpSpot;
  readonly organizerName: string;
  /** names only; null: only the organizer sees them */
  readonly coming: readonly string[] | null;
  /** their own, through their own link; null: through the common link */
  readonly mine: SignUpEntry | null;
}

/** The form of a person without an account. */
export interface GuestAnswer extends SignUpAnswer {
  readonly name: string;
  /** empty: none */
  readonly mail: string;
  readonly language: string;
  /** made with the form, so that a repeated submission counts once */
  readonly once: string;
}

/** @returns `not-found` alike for a link that is forged, revoked, or without an event with sign-up */
export async function readGuestSignUp(app: App, token: string): Promise<Result<GuestSignUp, Problem>> {
  const link = await readSignUpToken(app, token);
  const found = link && (await app.storage.read((tx) => placeOfLink(tx, link)));
  return found ? ok(viewFor(app, found)) : failed({ code: "not-found" });
}

/**
 * Signs up a person without an account, or changes their answer through their own link. A repeated submission counts
 * once, and does not restore a person who has left.
 * @param network the network of the request; answers are counted by it
 * @returns the token of their own link, and the state; problems as in `answerSignUp`, `invalid-name`,
 * `invalid-email`, `too-many-attempts`
 */
export async function answerAsGuest(
  app: App,
  token: string,
  network: string,
  answer: GuestAnswer,
): Promise<Result<{ readonly token: string; readonly view: GuestSignUp }, Problem>> {
  const link = await readSignUpToken(app, token);
  const seen = link && (await app.storage.read((tx) => placeOfLink(tx, link)));
  if (!link || !seen) return failed({ code: "not-found" });
  const problem = guestProblem(app, link, answer) ?? (await tooMany(app, network));
  if (problem) return failed(problem);
  const id = link.kind === "own" ? link.id : idOf(app, link, answer);
  const own: SignUpLink = { kind: "own", objectId: link.objectId, id };
  // The history names the author, unless only the organizer sees who comes.
  const named = saysFlag(seen.spot.object, "hideAttendees") ? undefined : cleanName(answer.name);
  const done = await writeWhole(app, ownerActor(seen.owner, named), seen.stored.accountId, async (scope) => {
    const found = await placeOfLink(scope.tx, link);
    if (!found) return failed({ code: "not-found" });
    const { spot, stored } = found;
    const line = lineOf(spot, id);
    if (link.kind === "join" && line) return ok(found);
    const guest = newcomerOf(app, id, line, answer);
    const component = answered(app, spot, line, guest, answer);
    if (!component.ok) return component;
    const written = await writeSpot(scope, stored, spot, component.value);
    if (!written.ok) return written;
    const after = await placeOfLink(scope.tx, own);
    const mine = after && lineOf(after.spot, id);
    if (!after || !mine) return failed({ code: "not-found" });
    // People who wait are notified by the assignment of places, with the same link.
    if (!line && placeOf(mine) === "placed")
      await enqueueSignUpNotice(scope, stored.id, { key: spot.key, line: mine, reason: "joined" });
    return ok(after);
  });
  if (!done.ok) return done;
  return ok({ token: await signUpToken(app, own), view: viewFor(app, { ...done.value, link: own }) });
}

interface Found {
  readonly link: SignUpLink;
  readonly stored: StoredObject;
  readonly owner: NonNullable<Awaited<ReturnType<ReadTransaction["principals"]["byId"]>>>;
  readonly spot: SignUpSpot;
}

async function placeOfLink(tx: ReadTransaction, link: SignUpLink): Promise<Found | undefined> {
  const stored = await tx.objects.byId(link.objectId);
  const owner = stored && (await tx.principals.byId(stored.accountId));
  if (!stored || owner?.status !== "active") return undefined;
  const object = readStored(stored);
  if (isDraft(object)) return undefined;
  // An overridden occurrence has the values that its series had when it was split off: it is read first.
  const component = componentsOf(object)
    .toReversed()
    .find((one) =>
      link.kind === "join"
        ? signUpLinkOf(one) === link.id
        : signUpLines(one).some((line) => noteOf(line, "id") === link.id),
    );
  const time = component && recurrenceTime(component, zonesOf(object));
  const spot = component && spotAt(object, time && keyOfTime(time), await zoneOf(tx, stored));
  return spot && { link, stored, owner, spot };
}

const lineOf = (spot: SignUpSpot, id: string): Property | undefined =>
  signUpLines(spot.component).find((line) => noteOf(line, "id") === id);

function viewFor(app: App, { link, owner, spot }: Found): GuestSignUp {
  const organizer = organizerOf(spot.object);
  const mine = link.kind === "own" ? lineOf(spot, link.id) : undefined;
  const isShown = !saysFlag(spot.object, "hideAttendees");
  return {
    ...sharedView(app, spot),
    kind: link.kind,
    spot,
    organizerName: (organizer && parameterValue(organizer, "CN")) || owner.displayName,
    coming: isShown ? namesOf(signUpLines(spot.component)) : null,
    mine: mine ? entryOf(spot, mine) : null,
  };
}

function guestProblem(
  app: App,
  link: SignUpLink,
  { name, mail, isComing }: GuestAnswer,
): Problem | undefined {
  const maximum = app.limits.nameLength;
  if (link.kind === "own" && !isComing) return undefined;
  if (cleanName(name) === "" || name.length > maximum)
    return { code: "invalid-name", field: "name", maximum };
  return mail === "" || isMail(mail) ? undefined : { code: "invalid-email", field: "mail" };
}

async function tooMany(app: App, network: string): Promise<Problem | undefined> {
  const retryAfter = await spendAttempt(app, app.guestAnswers, `sign-up ${network}`);
  return retryAfter > 0 ? { code: "too-many-attempts", retryAfter } : undefined;
}

/**
 * The same id for a repeated submission; nobody can choose another's without knowing the mark of their form. A page
 * that a browser kept may be submitted again for another person, and a form without its mark never counts as
 * repeated.
 */
const idOf = (app: App, { id }: SignUpLink, { once, name }: GuestAnswer): string =>
  createHash("sha256")
    .update(`sign-up ${id} ${once.slice(0, 100) || app.newSecret(12)} ${cleanName(name)}`)
    .digest("hex")
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5");

/** Fields left out of a change stay as they are. */
function newcomerOf(app: App, id: string, line: Property | undefined, answer: GuestAnswer): Newcomer {
  const isGoing = line !== undefined && !answer.isComing;
  return {
    address: `urn:uuid:${id}`,
    name: cleanName(answer.name).slice(0, app.limits.nameLength),
    id,
    ...(!isGoing && { mail: answer.mail, language: answer.language }),
  };
}

import type { SignUpState } from "@snart/calendar/jmap/sign-up.ts";
import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { addressKey, isServerAgent, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { attendeeComments } from "@snart/calendar/scheduling/attendee-comment.ts";
import {
  countPlaces,
  isOwnSignUp,
  noteOf,
  peopleOfSignUp,
  placeOf,
  queueOf,
  signedUpAt,
  signUpLines,
  type Place,
} from "@snart/calendar/scheduling/sign-up/place.ts";
import { remindedAt, signUpLinkOf } from "@snart/calendar/scheduling/sign-up/sign-up-link.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { reachSignUp, type ReachedSignUp } from "./reach-sign-up.ts";
import { signUpToken } from "./sign-up-token.ts";
import { stateOf, type SignUpReference, type SignUpSpot } from "./sign-up-spot.ts";

/** One answer, as the organizer sees it. */
export interface SignUpEntry {
  /** as written in the event; identifies the answer */
  readonly address: string;
  readonly name: string;
  /** null: they left none */
  readonly mail: string | null;
  readonly place: Place;
  /** in the queue, from 1; null: they do not wait */
  readonly position: number | null;
  readonly people: number;
  readonly note: string;
  /** ms UTC; null: they answered before sign-up began, or not at all */
  readonly answeredAt: Instant | null;
  readonly hasAnswered: boolean;
  readonly hasAttended: boolean;
}

/** A sign-up as a reader sees it. */
export interface SignUpView {
  readonly title: string;
  readonly capacity: number | null;
  /** ms UTC; null: at the start */
  readonly closesAt: Instant | null;
  readonly start: Instant;
  readonly state: SignUpState;
  /** people with a place */
  readonly taken: number;
  /** answers waiting for one */
  readonly waiting: number;
  readonly hidesWho: boolean;
  /** the reader's own answer; null: none */
  readonly mine: Pick<SignUpEntry, "place" | "position" | "people" | "note"> | null;
  /** names of the people with a place; null: only the organizer sees them */
  readonly coming: readonly string[] | null;
  readonly mayManage: boolean;
  /** everybody, for the organizer; null for others */
  readonly list: readonly SignUpEntry[] | null;
  /** for the link of people without an account; null: there is none, or the reader may not see it */
  readonly token: string | null;
  /** when people without an answer were last reminded, ms UTC */
  readonly remindedAt: Instant | null;
}

/** Reads the state of a sign-up. @returns `not-found` as in `reachSignUp` */
export async function readSignUp(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
): Promise<Result<SignUpView, Problem>> {
  const reached = await app.storage.read((tx) => reachSignUp(tx, actor, accountId, reference));
  return reached.ok ? ok(await viewOf(app, reached.value)) : failed(reached.problem);
}

/** The same for one that has just been read or written. */
export async function viewOf(app: App, reached: ReachedSignUp): Promise<SignUpView> {
  const { spot, stored, grant, mayManage, hidesWho } = reached;
  const lines = signUpLines(spot.component);
  const mine = lines.find(({ value }) => grant.isMine(value));
  const link = mayManage ? signUpLinkOf(spot.component) : undefined;
  const token = link && (await signUpToken(app, { kind: "join", objectId: stored.id, id: link }));
  return {
    ...sharedView(app, spot),
    hidesWho,
    mine: mine && partstatOf(mine) !== "NEEDS-ACTION" ? entryOf(spot, mine) : null,
    coming: !hidesWho || mayManage ? namesOf(lines) : null,
    mayManage,
    list: mayManage ? entriesOf(spot, lines) : null,
    token: token ?? null,
    remindedAt: (mayManage && remindedAt(spot.component)) || null,
  };
}

/** The part that everybody sees, with an account or by a link. */
export function sharedView(app: App, spot: SignUpSpot) {
  const { component, terms, closesAt, start } = spot;
  return {
    title: textValue(component, "SUMMARY")?.replace(/\s+/g, " ").trim() ?? "",
    capacity: terms.capacity ?? null,
    closesAt: closesAt < start ? closesAt : null,
    start,
    state: stateOf(spot, app.now()),
    ...countPlaces(component),
  };
}

/** The names of people with a place. */
export const namesOf = (lines: readonly Property[]): readonly string[] =>
  lines.filter((line) => placeOf(line) === "placed").map(nameOf);

/** A name for others to see: never an address. */
const nameOf = (line: Property): string => {
  const name = parameterValue(line, "CN")?.trim() ?? "";
  return name.includes("@") ? (name.split("@")[0] ?? "") : name;
};

/** Reading them one by one would read the whole list each time. */
function entriesOf(spot: SignUpSpot, lines: readonly Property[]): readonly SignUpEntry[] {
  const among = surroundingsOf(spot);
  return lines.map((line) => entryOf(spot, line, among));
}

const surroundingsOf = ({ component }: SignUpSpot) => ({
  queue: queueOf(component),
  comments: attendeeComments(component),
});

export function entryOf(
  spot: SignUpSpot,
  line: Property,
  { queue, comments } = surroundingsOf(spot),
): SignUpEntry {
  const address = line.value.trim();
  const position = queue.indexOf(line) + 1;
  const mail = /^mailto:([^?]+)/i.exec(address)?.[1];
  return {
    address,
    name: parameterValue(line, "CN")?.trim() || (mail ?? ""),
    mail: noteOf(line, "mail") ?? mail ?? null,
    place: placeOf(line),
    position: position > 0 ? position : null,
    people: peopleOfSignUp(line),
    note: comments.get(addressKey(address)) ?? "",
    answeredAt: signedUpAt(line) ?? null,
    hasAnswered: partstatOf(line) !== "NEEDS-ACTION",
    hasAttended: noteOf(line, "attended") === "TRUE",
  };
}

/** Invited people without an answer, who may be reminded. */
export const silentLines = (spot: SignUpSpot): readonly Property[] =>
  signUpLines(spot.component).filter(
    (line) => partstatOf(line) === "NEEDS-ACTION" && !isOwnSignUp(line) && isServerAgent(line),
  );

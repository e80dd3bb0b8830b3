import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

export type SignUpPlace = "placed" | "waiting" | "none";
export type SignUpState = "open" | "full" | "closed" | "over" | "cancelled";

export interface SignUpAnswer {
  readonly place: SignUpPlace;
  /** in the queue, from 1; null: not in it */
  readonly position: number | null;
  readonly people: number;
  readonly note: string;
}

/** One answer, as who organises sees it. */
export interface SignUpEntry extends SignUpAnswer {
  readonly address: string;
  readonly name: string;
  readonly email: string | null;
  /** ms UTC */
  readonly answeredAt: number | null;
  readonly hasAnswered: boolean;
  readonly hasAttended: boolean;
}

/** How it stands with an event that people put themselves down for. */
export interface SignUp {
  readonly title: string;
  readonly capacity: number | null;
  /** ms UTC; null: when it begins */
  readonly closesAt: number | null;
  readonly start: number;
  readonly state: SignUpState;
  readonly taken: number;
  readonly waiting: number;
  readonly mine: SignUpAnswer | null;
  /** names; null: they are for who organises */
  readonly coming: readonly string[] | null;
  readonly mayManage: boolean;
  readonly list: readonly SignUpEntry[] | null;
  readonly linkUrl: string | null;
  readonly remindedAt: number | null;
}

/** Which sign-up: the event, or one occurrence of a series. */
export interface SignUpOf {
  readonly accountId: string;
  readonly signUpId: string;
}

/** The id of the sign-up of an event, or of the occurrence that its series gives this start. */
export const signUpIdOf = (eventId: string, recurrenceId: string | null): string =>
  recurrenceId === null ? eventId : `${eventId}_${recurrenceId.replaceAll(/[-:]/g, "")}`;

/** undefined: there is none, or it is not for this person to see */
export async function fetchSignUp({
  accountId,
  signUpId,
}: SignUpOf): Promise<Result<SignUp | undefined, ApiProblem>> {
  const given = await jmap.callOne("SignUp/get", { accountId, ids: [signUpId] });
  if (!given.ok) return given;
  const list: unknown = given.value["list"];
  const [record] = Array.isArray(list) ? list.filter(isRecord) : [];
  return ok(record && signUpOf(record));
}

type Changed = Promise<Result<SignUp, ApiProblem>>;

async function change(name: string, of: SignUpOf, args: JmapRecord): Changed {
  const given = await jmap.callOne(name, { ...of, ...args });
  if (!given.ok) return given;
  const record = given.value["signUp"];
  return ok(signUpOf(isRecord(record) ? record : {}));
}

/** Puts the reader down, or takes them off. */
export const answerSignUp = (
  of: SignUpOf,
  answer: { readonly isComing: boolean; readonly people?: number; readonly note?: string },
): Changed => change("SignUp/answer", of, answer);

/** Takes somebody off the list, or puts them back on it. */
export const answerForOther = (of: SignUpOf, calendarAddress: string, isComing: boolean): Changed =>
  change("SignUp/answerFor", of, { calendarAddress, isComing });

/** Ticks off who was there. */
export const tickSignUp = (of: SignUpOf, calendarAddress: string, hasAttended: boolean): Changed =>
  change("SignUp/tick", of, { calendarAddress, hasAttended });

/** Makes a link for people without an account, or takes it back; `isFormer`: the last one works again. */
export const changeSignUpLink = (of: SignUpOf, isOn: boolean, isFormer = false): Changed =>
  change("SignUp/link", of, { isOn, isFormer });

/** Asks those again who have not answered. */
export const remindSilent = (of: SignUpOf): Changed => change("SignUp/remind", of, {});

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const count = (value: unknown): number => (typeof value === "number" ? value : 0);
const countOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
const moment = (value: unknown): number | null => (typeof value === "string" ? Date.parse(value) : null);
const STATES = ["open", "full", "closed", "over", "cancelled"] as const;
const PLACES = ["placed", "waiting", "none"] as const;

const answerOf = (record: JmapRecord): SignUpAnswer => ({
  place: PLACES.find((one) => one === record["place"]) ?? "none",
  position: countOrNull(record["position"]),
  people: count(record["people"]) || 1,
  note: text(record["note"]),
});

function entryOf(record: JmapRecord): SignUpEntry {
  return {
    ...answerOf(record),
    address: text(record["calendarAddress"]),
    name: text(record["name"]),
    email: typeof record["email"] === "string" ? record["email"] : null,
    answeredAt: moment(record["answeredAt"]),
    hasAnswered: record["hasAnswered"] === true,
    hasAttended: record["hasAttended"] === true,
  };
}

function signUpOf(record: JmapRecord): SignUp {
  const { mine, coming, list, linkUrl } = record;
  return {
    title: text(record["title"]),
    capacity: countOrNull(record["capacity"]),
    closesAt: moment(record["closesAt"]),
    start: moment(record["utcStart"]) ?? 0,
    state: STATES.find((one) => one === record["state"]) ?? "closed",
    taken: count(record["taken"]),
    waiting: count(record["waiting"]),
    mine: isRecord(mine) ? answerOf(mine) : null,
    coming: Array.isArray(coming) ? coming.map(text) : null,
    mayManage: record["mayManage"] === true,
    list: Array.isArray(list) ? list.filter(isRecord).map(entryOf) : null,
    linkUrl: typeof linkUrl === "string" ? linkUrl : null,
    remindedAt: moment(record["remindedAt"]),
  };
}

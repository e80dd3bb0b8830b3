import { ok, type Result } from "@snart/calendar/result.ts";
import type { Answers, Invocation } from "../calls.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import type { StateChange } from "../push.ts";
import { listOf, text } from "../read-json.ts";
import {
  listedEventNotification,
  EVENTS,
  listedPollNotification,
  listedShareNotification,
  POLLS,
  SHARES,
  type ListedNotification,
} from "./notifications-api.ts";

/** The notifications of one type in one account, as they were in a state. */
interface NotificationList {
  readonly state: string;
  readonly items: readonly ListedNotification[];
}

/** A type in an account. */
interface Place {
  readonly type: ListedNotification["type"];
  readonly accountId: string;
}
type Gather = (calls: readonly Invocation[]) => Asked<Answers>;

const NONE: NotificationList = { state: "", items: [] };
const keyOf = ({ type, accountId }: Place): string => `${type} ${accountId}`;

/**
 * Reads a person's notifications: about their own calendars, those shared with them, and sharing itself. It reads an
 * account whole only once, and then only its changes, when the server announces some (RFC 8620 §5.2, §7.1).
 */
export class NotificationReader {
  readonly #accountId: string;
  readonly #accounts: () => Asked<readonly string[]>;
  readonly #gather: Gather;
  readonly #lists = new Map<string, NotificationList>();
  /** the last reading; the next one waits for it, because it begins where this one ends */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param accountId the person's own
   * @param accounts the ids of all accounts in reach
   */
  constructor(accountId: string, accounts = accountsInReach, gather: Gather = (calls) => jmap.gather(calls)) {
    this.#accountId = accountId;
    this.#accounts = accounts;
    this.#gather = gather;
  }

  /**
   * Returns all notifications, newest first.
   * @param changed the announced changes; absent: anything may have changed
   */
  read(changed?: StateChange): Asked<readonly ListedNotification[]> {
    const asked = this.#last.then(() => this.#read(changed));
    this.#last = asked;
    return asked;
  }

  /** Removes what was dismissed. */
  drop(gone: ReadonlySet<ListedNotification>): void {
    for (const [key, { state, items }] of this.#lists)
      this.#lists.set(key, { state, items: items.filter((item) => !gone.has(item)) });
  }

  /** Reads everything anew the next time. */
  forget(): void {
    this.#lists.clear();
  }

  async #read(changed: StateChange | undefined): Asked<readonly ListedNotification[]> {
    const accounts = await this.#accounts();
    if (!accounts.ok) return accounts;
    const events = accounts.value.map((accountId): Place => ({ type: EVENTS, accountId }));
    const places: readonly Place[] = [
      { type: SHARES, accountId: this.#accountId },
      { type: POLLS, accountId: this.#accountId },
      ...events,
    ];
    const keys = new Set(places.map(keyOf));
    for (const key of this.#lists.keys()) if (!keys.has(key)) this.#lists.delete(key);
    const looked = await Promise.all(
      places.filter((place) => this.#mayHaveChanged(place, changed)).map((place) => this.#look(place)),
    );
    const failure = looked.find((one) => !one.ok);
    if (failure) return failure;
    const notifications = [...this.#lists.values()].flatMap(({ items }) => items);
    return ok(notifications.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)));
  }

  #mayHaveChanged(place: Place, changed: StateChange | undefined): boolean {
    const known = this.#lists.get(keyOf(place));
    if (!known || !changed) return true;
    const announced = changed[place.accountId]?.[place.type];
    return announced !== undefined && announced !== known.state;
  }

  async #look(place: Place): Promise<Result<never, ApiProblem> | { readonly ok: true }> {
    const known = this.#lists.get(keyOf(place));
    const read = known ? await this.#changesOf(place, known) : await this.#wholeOf(place);
    if (read.ok) this.#lists.set(keyOf(place), read.value);
    return read;
  }

  async #wholeOf({ type, accountId }: Place): Asked<NotificationList> {
    const answers = await this.#gather([[`${type}/get`, { accountId, ids: null }, "get"]]);
    const given = answers.ok ? answers.value.of("get") : answers;
    // An account with only free/busy access has none.
    if (!given.ok) return isCode(given.problem, "accountNotFound") ? ok(NONE) : given;
    return ok({ state: text(given.value["state"]), items: itemsOf({ type, accountId }, given.value) });
  }

  async #changesOf(place: Place, known: NotificationList): Asked<NotificationList> {
    const { type, accountId } = place;
    if (known.state === NONE.state) return this.#wholeOf(place);
    const answers = await this.#gather([
      [`${type}/changes`, { accountId, sinceState: known.state }, "changes"],
      [`${type}/get`, { accountId, "#ids": resultOf("changes", `${type}/changes`, "/created") }, "get"],
    ]);
    const changes = answers.ok ? answers.value.of("changes") : answers;
    // The state is too old, or the account is no longer in reach; reading it whole shows which.
    if (!changes.ok) return changes.problem.kind === "refused" ? this.#wholeOf(place) : changes;
    const got = answers.ok ? answers.value.of("get") : answers;
    if (!got.ok) return got;
    const made = itemsOf(place, got.value);
    const gone = new Set([...listed(changes.value["destroyed"]), ...made.map(({ id }) => id)]);
    const kept = known.items.filter(({ id }) => !gone.has(id));
    return ok({ state: text(changes.value["newState"]), items: [...made, ...kept] });
  }
}

const accountsInReach = async (): Asked<readonly string[]> => {
  const session = await jmap.session();
  return session.ok ? ok(session.value.accounts.map(({ id }) => id)) : session;
};

const isCode = (problem: ApiProblem, code: string): boolean =>
  problem.kind === "refused" && problem.code === code;

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function itemsOf(
  { type, accountId }: Place,
  given: Parameters<typeof listOf>[0],
): readonly ListedNotification[] {
  if (type === SHARES)
    return listOf<typeof SHARES>(given).map((it) => listedShareNotification(accountId, it));
  if (type === POLLS) return listOf<typeof POLLS>(given).map((it) => listedPollNotification(accountId, it));
  return listOf<typeof EVENTS>(given).map((it) => listedEventNotification(accountId, it));
}

import { failed, ok } from "@snart/calendar/result.ts";
import type { Answers, Invocation } from "./calls.ts";
import type { ApiProblem, Asked } from "./problem.ts";
import { isRecord, type JsonRecord } from "./read-json.ts";

/** Calls that refer to each other, and stay in one request. */
interface Group {
  readonly calls: readonly Invocation[];
  readonly answered: (answers: Awaited<Asked<Answers>>) => void;
}

/** The most requests under way at the same time. The browser has six connections; people's own actions need some. */
const AT_ONCE = 3;

/**
 * Gathers the calls that several parts of the page make in one turn into few requests. A page that shows sixty accounts
 * would otherwise make hundreds.
 */
export class CallGatherer {
  #waiting: Group[] = [];
  readonly #send: (calls: readonly Invocation[]) => Asked<Answers>;
  readonly #mostCalls: () => Asked<number>;

  /** @param mostCalls how many calls the server allows in one request (`maxCallsInRequest`, RFC 8620 §2) */
  constructor(send: (calls: readonly Invocation[]) => Asked<Answers>, mostCalls: () => Asked<number>) {
    this.#send = send;
    this.#mostCalls = mostCalls;
  }

  /** Makes calls in one request, in order, perhaps among others; their ids are their own. */
  ask(calls: readonly Invocation[]): Asked<Answers> {
    if (this.#waiting.length === 0) setTimeout(() => void this.#flush());
    return new Promise((answered) => this.#waiting.push({ calls, answered }));
  }

  async #flush(): Promise<void> {
    const groups = this.#waiting;
    this.#waiting = [];
    const most = await this.#mostCalls();
    if (!most.ok) {
      for (const { answered } of groups) answered(most);
      return;
    }
    const requests = inRequests(groups, most.value);
    const lane = async (): Promise<void> => {
      for (let next = requests.shift(); next; next = requests.shift()) await this.#request(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  async #request(groups: readonly Group[]): Promise<void> {
    const given = await this.#send(groups.flatMap(({ calls }, at) => calls.map((call) => renamed(call, at))));
    const again: Group[] = [];
    for (const [at, group] of groups.entries()) {
      const answers = given.ok ? ok(answersOf(given.value, at)) : given;
      if (answers.ok && groups.length > 1 && isTooMuch(group, answers.value)) again.push(group);
      else group.answered(answers);
    }
    await this.#requestAgain(again, groups.length);
  }

  /**
   * Asks anew what the server did not answer because the calls before it had listed as much as one request may. There is less of it
   * each time.
   */
  async #requestAgain(groups: readonly Group[], before: number): Promise<void> {
    if (groups.length === 0) return;
    if (groups.length < before) return this.#request(groups);
    for (const group of groups) await this.#request([group]);
  }
}

const isTooMuch = ({ calls }: Group, answers: Answers): boolean =>
  calls.some(([, , id]) => {
    const answer = answers.of(id);
    return !answer.ok && answer.problem.kind === "refused" && answer.problem.code === "requestTooLarge";
  });

/** Puts as many groups into each request as it may hold, in their order. */
function inRequests(groups: readonly Group[], most: number): Group[][] {
  const requests: Group[][] = [];
  let room = 0;
  for (const group of groups) {
    if (group.calls.length > room) {
      requests.push([]);
      room = most;
    }
    room -= group.calls.length;
    requests.at(-1)?.push(group);
  }
  return requests;
}

const idOf = (group: number, id: string): string => `${String(group)}:${id}`;

/** Renames a call to an id that no other group has, and its references likewise. */
function renamed([name, args, id]: Invocation, group: number): Invocation {
  const entries = Object.entries(args).map(([key, value]) => {
    const to = key.startsWith("#") && isRecord(value) ? value["resultOf"] : undefined;
    return [key, typeof to === "string" ? { ...(value as JsonRecord), resultOf: idOf(group, to) } : value];
  });
  return [name, Object.fromEntries(entries) as JsonRecord, idOf(group, id)];
}

const answersOf = (answers: Answers, group: number): Answers => ({
  of: (id) => answers.of(idOf(group, id)),
  list: (id) => answers.list(idOf(group, id)),
});

/** Joins the answers of calls that were each made separately. */
export function joined(
  calls: readonly Invocation[],
  given: readonly Awaited<Asked<Answers>>[],
): Awaited<Asked<Answers>> {
  const lost = given.find((one) => !one.ok);
  if (lost) return lost;
  const byId = new Map(calls.map(([, , id], at) => [id, given[at]]));
  const none: ApiProblem = { kind: "refused", status: 200, code: "serverFail", fields: {} };
  return ok({
    of: (id) => {
      const one = byId.get(id);
      return one?.ok ? one.value.of(id) : failed(none);
    },
    list: (id) => {
      const one = byId.get(id);
      return one?.ok ? one.value.list(id) : failed(none);
    },
  });
}

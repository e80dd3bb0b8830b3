import type { Storage, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { Together } from "../../turns/together.ts";
import type { App } from "../app.ts";
import { refusalOf, type RefusedWish } from "../bookables/count-refusal.ts";
import { rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";

interface Refused {
  readonly wish: RefusedWish;
  readonly at: number;
}

/** How long the first refusal waits for others, in milliseconds. */
const TOGETHER = 250;
/** A time that opens refuses hundreds in a second: they are counted by a few writes, for which nobody waits. */
const counting = new WeakMap<Storage, Together<Refused>>();

/** Counts what was refused, soon: nobody waits for it, and what a process has not counted when it is killed is lost. */
export function countRefusals({ storage, now }: App, wishes: readonly RefusedWish[]): void {
  if (wishes.length === 0) return;
  const together =
    counting.get(storage) ?? new Together(TOGETHER, (refused) => storage.write((tx) => countIn(tx, refused)));
  counting.set(storage, together);
  together.add(wishes.map((wish) => ({ wish, at: now() }))).catch(() => undefined);
}

/** Counts what this process has refused until now: before it is reported, and before the process ends. */
export const refusalsCounted = async ({ storage }: Pick<App, "storage">): Promise<void> =>
  counting.get(storage)?.flush();

async function countIn(tx: WriteTransaction, refused: readonly Refused[]): Promise<void> {
  const refusals = [];
  const rules = new Map<PrincipalId, RulesInForce | undefined>();
  for (const { wish, at } of refused) {
    const { bookableId: id } = wish;
    if (!rules.has(id)) rules.set(id, await rulesInForce(tx, id));
    refusals.push(refusalOf(rules.get(id), wish, at));
  }
  // No account is locked here, so that everybody counts in one order: in different orders they would wait for each other.
  const counted = Map.groupBy(
    refusals.filter((refusal) => refusal !== undefined),
    ({ accountId, month, partyId, reason }) => JSON.stringify([accountId, month, partyId, reason]),
  );
  const inOrder = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await tx.bookingRefusals.count(
    inOrder.flatMap(([, [first, ...same]]) => (first ? [{ ...first, times: same.length + 1 }] : [])),
  );
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { CollectionPush } from "../../storage/records/notifications.ts";
import type { PrincipalId } from "../types.ts";

/** Who doesn't want to hear of what they do, and by which of their registrations. */
export interface Quiet {
  readonly principalId: PrincipalId;
  readonly registrations: "all" | ReadonlySet<string>;
}

const present = new AsyncLocalStorage<Quiet>();

/** Runs work of whose changes these registrations are not told (Push-Dont-Notify): only their own person's, as others want to hear of it. */
export const quietly = <T>(quiet: Quiet, work: () => Promise<T>): Promise<T> => present.run(quiet, work);

/** Call it where a change is heard of, before anything is awaited. @returns tells of which registrations that change is hidden */
export function isMadeQuietly(): (one: Pick<CollectionPush, "id" | "principalId">) => boolean {
  const quiet = present.getStore();
  return ({ id, principalId }) =>
    quiet !== undefined &&
    principalId === quiet.principalId &&
    (quiet.registrations === "all" || quiet.registrations.has(id));
}

import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Provisioned } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { asDirectory, type DirectoryCaller, type DirectoryWork, type Refusal } from "./directory.ts";
import { viewOf, type ProvisionedView } from "./find.ts";

/** One of a directory's people or groups. */
interface Meant {
  readonly kind: Provisioned["kind"];
  readonly id: string;
}

/**
 * Does a directory's work on one of its people or groups, in one transaction.
 * @param decide what is to be done, from what it is; nothing is written where it refuses
 * @returns `not-found` where the directory sees none with this id
 */
export function onKept<D, T, E>(
  app: App,
  caller: DirectoryCaller,
  { kind, id }: Meant,
  decide: (view: ProvisionedView) => Result<D, E>,
  run: (work: DirectoryWork, view: ProvisionedView, decided: D) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal | E>> {
  return asDirectory<T, Refusal | E>(app, caller, async (work) => {
    const view = await seen(work, kind, id as PrincipalId);
    if (!view.ok) return view;
    const decided = decide(view.value);
    return decided.ok ? run(work, view.value, decided.value) : decided;
  });
}

/** One as the directory sees it by now. */
export async function seen(
  { tx, scope }: DirectoryWork,
  kind: Provisioned["kind"],
  id: PrincipalId,
): Promise<Result<ProvisionedView, Refusal>> {
  const view = await viewOf(tx, { scope, kind }, id);
  return view ? ok(view) : failed({ code: "not-found" });
}

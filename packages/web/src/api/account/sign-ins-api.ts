import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { array, boolean, nullable, object, safeParse, string, type InferOutput } from "valibot";
import { jmap, refusal } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

const signIn = object({
  id: string(),
  /** UTCDate; of the last use only the day is known */
  createdAt: string(),
  lastUsedAt: string(),
  userAgent: nullable(string()),
  isCurrent: boolean(),
});

/** A browser that somebody is signed in with. */
export type SignIn = InferOutput<typeof signIn>;

/** Where one is signed in, the latest used first. */
export async function fetchSignIns(accountId: string): Promise<Result<readonly SignIn[], ApiProblem>> {
  const given = await jmap.callOne("SignIn/get", { accountId, ids: null });
  if (!given.ok) return given;
  const read = safeParse(array(signIn), given.value["list"]);
  return read.success ? ok(read.output) : failed({ kind: "unreachable" });
}

/** Signs out elsewhere; one that is over already is what was wanted. */
export async function endSignIns(
  accountId: string,
  ids: readonly string[],
): Promise<Result<void, ApiProblem>> {
  const given = await jmap.callOne("SignIn/set", { accountId, destroy: ids });
  if (!given.ok) return given;
  const refused = given.value["notDestroyed"];
  const errors = isRecord(refused) ? Object.values(refused).filter(isRecord) : [];
  const error = errors.find(({ type }) => type !== "notFound");
  return error ? failed(refusal(error)) : ok(undefined);
}

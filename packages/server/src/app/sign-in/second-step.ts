import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { hashOfToken } from "./sessions.ts";

/** Whether somebody has a second step after their password. */
export const hasSecondStep = async (tx: ReadTransaction, { id }: Pick<Principal, "id">): Promise<boolean> =>
  (await tx.credentials.ofPrincipal(id, "totp")).length > 0;

/**
 * Notes that somebody has proved the first step, with their password or a link, and awaits the second.
 * @param passwordId of the password that they have now: the step ends with it
 * @returns the token for the cookie of the browser that goes on with it
 */
export async function awaitSecondStep(
  app: App,
  tx: WriteTransaction,
  { id: principalId }: Principal,
  passwordId: string,
): Promise<string> {
  const token = app.newSecret(32);
  const createdAt = app.now();
  await tx.signInSteps.put({
    tokenHash: hashOfToken(token),
    kind: "second-step",
    principalId,
    data: { passwordId },
    createdAt,
    expiresAt: createdAt + app.limits.signInStepMinutes * MINUTE,
  });
  return token;
}

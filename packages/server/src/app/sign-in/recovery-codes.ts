import { hash } from "node:crypto";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Credential, RecoveryData } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { readableSecret } from "./readable-secret.ts";

const HOW_MANY = 8;
const LENGTH = 8;

/** A code in any case, with or without its dash and spaces. */
export const spelledCode = (code: string): string => code.replace(/[\s-]/g, "").toLowerCase();

/** The stored form: for each person another, so that nobody sees that two have the same. */
const hashOfCode = (principalId: PrincipalId, code: string): string =>
  hash("sha256", `snart recovery code:${principalId}:${spelledCode(code)}`, "base64url");

/** The codes without this one. @returns undefined if it is none of them */
export function withoutCode({ principalId, data }: Credential, code: string): RecoveryData | undefined {
  if (data?.kind !== "recovery") return undefined;
  const used = hashOfCode(principalId, code);
  return data.codes.includes(used) ? { ...data, codes: data.codes.filter((one) => one !== used) } : undefined;
}

/** Makes somebody's recovery codes, which are shown this once; earlier ones end. */
export async function replaceRecoveryCodes(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
): Promise<readonly string[]> {
  for (const { id } of await tx.credentials.ofPrincipal(principalId, "recovery"))
    await tx.credentials.remove(principalId, id);
  const codes = Array.from({ length: HOW_MANY }, () => readableSecret(app, LENGTH));
  await tx.credentials.insert({
    id: app.newId(),
    principalId,
    kind: "recovery",
    label: "",
    secretHash: "",
    createdAt: app.now(),
    lastUsedAt: null,
    lastUsedBy: null,
    data: { kind: "recovery", codes: codes.map((code) => hashOfCode(principalId, code)), of: HOW_MANY },
  });
  return codes;
}

import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";

/** A login or e-mail address as it is looked up: however it is spelt, it is one. */
export const spelledLogin = (login: string): string => login.normalize("NFKC").trim().toLowerCase();

/** An active person by e-mail or login. */
export async function personByLogin(tx: ReadTransaction, login: string): Promise<Principal | undefined> {
  const name = spelledLogin(login);
  const principal = name.includes("@")
    ? await tx.principals.byEmail(name)
    : await tx.principals.byLogin(name);
  return principal?.kind === "person" && principal.status === "active" ? principal : undefined;
}

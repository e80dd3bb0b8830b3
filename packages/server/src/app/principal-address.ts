import { addressKey, type IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../storage/port.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Addressed, Principal } from "../storage/records/people.ts";

/**
 * Paths of principals, which CalDAV clients also use as addresses (RFC 6638 §2.4.1), below any path of the server.
 */
const PRINCIPAL_PATH = /^(?:\/[^/?#]+)*\/dav\/principals\/([^/?#]+)\/?$/;
const UUID = /^urn:uuid:(.+)$/;
const MAIL = /^mailto:([^?]+)/;

/** Whether an address belongs to a principal (CALDAV:calendar-user-address-set), be it a former one. */
export function isAddressOf({ id, email, formerEmails, login, formerLogins }: Addressed): IsAddressOf {
  return (address) => {
    const found = read(address);
    if (found.kind === "mail") return found.value === email || formerEmails.includes(found.value);
    if (found.kind === "uuid") return found.value === id;
    return found.kind === "path" && (found.value === login || formerLogins.includes(found.value));
  };
}

/** A name that stays when a mailbox is given or changed: by it a bookable stands in what is written here. */
export const lastingAddressOf = ({ id }: Pick<Principal, "id">): string => `urn:uuid:${id}`;

/** The calendar user address of a principal: their mailbox, or a name of their own without one, as groups have. */
export const addressOf = ({ id, email }: Pick<Principal, "id" | "email">): string =>
  email === null ? lastingAddressOf({ id }) : `mailto:${email}`;

/** The same with the mailboxes that they had before: what they organize or are invited to under one of them is still theirs. */
export const addressesOf = (
  principal: Pick<Principal, "id" | "email" | "formerEmails">,
): readonly string[] => [addressOf(principal), ...principal.formerEmails.map((email) => `mailto:${email}`)];

type Read =
  | { readonly kind: "mail" | "uuid" | "path"; readonly value: string }
  | { readonly kind: "unknown" };

function read(address: string): Read {
  const key = addressKey(address);
  const [kind, match] =
    [
      ["mail", MAIL.exec(key)] as const,
      ["uuid", UUID.exec(key)] as const,
      ["path", PRINCIPAL_PATH.exec(key)] as const,
    ].find(([, found]) => found !== null) ?? [];
  return kind === undefined || !match?.[1] ? { kind: "unknown" } : { kind, value: decoded(match[1]) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** The destination of messages to an address. */
export type Route =
  | { readonly kind: "principal"; readonly principal: Principal }
  /** a person without an account here, who might be reached by mail */
  | { readonly kind: "outside"; readonly email: string }
  /** nobody: no such account, or not an address */
  | {
      readonly kind: "nobody";
      /** there is an account, which is suspended or has not been opened yet */
      readonly isClosed?: boolean;
    };

/** Whose address it is, whether they can be reached or not. */
export const principalOf = (tx: ReadTransaction, address: string): Promise<Principal | undefined> =>
  principalAt(tx, read(address));

/** Where messages to an address go. Suspended, invited and deleted people get nothing. */
export async function routeOf(tx: ReadTransaction, address: string): Promise<Route> {
  const found = read(address);
  const principal = await principalAt(tx, found);
  if (principal) {
    const isClosed = principal.status === "suspended" || principal.status === "invited";
    return principal.status === "active" ? { kind: "principal", principal } : { kind: "nobody", isClosed };
  }
  const isMail = found.kind === "mail" && /^[^\s@]+@[^\s@]+$/.test(found.value);
  return isMail ? { kind: "outside", email: found.value } : { kind: "nobody" };
}

async function principalAt(tx: ReadTransaction, found: Read): Promise<Principal | undefined> {
  switch (found.kind) {
    case "mail":
      return tx.principals.byEmail(found.value);
    case "uuid":
      return tx.principals.byId(found.value as PrincipalId);
    case "path":
      return tx.principals.byLogin(found.value);
    case "unknown":
      return undefined;
  }
}

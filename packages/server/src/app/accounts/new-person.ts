import { colourInTurn } from "@snart/calendar/jscalendar/snart-colours.ts";
import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { insertCalendar } from "../calendars/create-calendar.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { isEasilyGuessed } from "./weak-password.ts";

export interface NewPerson {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
}

/** @returns the first problem of the input, by field, if any */
export function personProblem(app: App, person: NewPerson): Problem | undefined {
  return (
    nameProblem(app, person.displayName, "displayName") ??
    emailProblem(person.email) ??
    passwordProblem(app, person.password, "password")
  );
}

/**
 * One `@`, something before it, a dotted or local name after it, no spaces: only sending a message can tell more (RFC
 * 5321 §4.1.2).
 */
export function emailProblem(email: string): Problem | undefined {
  const looksRight = email.length <= 254 && /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+$/u.test(email);
  return looksRight ? undefined : { code: "invalid-email", field: "email" };
}

/** The length counts, and that it is none of those that everybody tries; more than a kilobyte would be an attack on the hash. */
export function passwordProblem(app: App, password: string, field: string): Problem | undefined {
  const minimum = app.limits.passwordLength;
  const length = Array.from(password).length;
  return length < minimum || length > 1024 || isEasilyGuessed(password)
    ? { code: "weak-password", field, minimum }
    : undefined;
}

/**
 * Adds an active person with a password and a first calendar, inside a running transaction.
 * @param passwordHash made beforehand: hashing takes too long inside a transaction
 */
export async function insertPerson(
  app: App,
  tx: WriteTransaction,
  person: NewPerson,
  passwordHash: string,
): Promise<Result<Principal, Problem>> {
  const added = await insertPrincipal(app, tx, person, "active");
  return added.ok ? furnish(app, tx, added.value, passwordHash) : added;
}

/** Adds a person who can't sign in yet. */
export async function insertPrincipal(
  app: App,
  tx: WriteTransaction,
  person: Omit<NewPerson, "password">,
  status: "active" | "invited",
): Promise<Result<Principal, Problem>> {
  const email = person.email.toLowerCase();
  if (await tx.principals.byEmail(email)) return failed({ code: "duplicate-email", field: "email" });
  const principal: Principal = {
    id: app.newId() as PrincipalId,
    kind: "person",
    login: await freeLogin(tx, email.split("@")[0] ?? ""),
    displayName: person.displayName.trim(),
    email,
    formerLogins: [],
    formerEmails: [],
    status,
    isAdmin: person.isAdmin,
    preferences: person.preferences,
    createdAt: app.now(),
    statusSince: app.now(),
  };
  return (await tx.principals.insert(principal)) === "duplicate"
    ? failed({ code: "duplicate-email", field: "email" })
    : ok(principal);
}

/** Gives a person a password and a first calendar. */
export async function furnish(
  app: App,
  tx: WriteTransaction,
  principal: Principal,
  passwordHash: string,
): Promise<Result<Principal, Problem>> {
  await insertPassword(app, tx, principal.id, passwordHash);
  return withFirstCalendar(app, tx, principal);
}

export function insertPassword(
  app: App,
  tx: WriteTransaction,
  principalId: PrincipalId,
  secretHash: string,
): Promise<void> {
  return tx.credentials.insert({
    id: app.newId(),
    principalId,
    kind: "password",
    label: "",
    secretHash,
    createdAt: app.now(),
    lastUsedAt: null,
    lastUsedBy: null,
    data: null,
  });
}

/** Gives a person who signs in otherwise a first calendar. */
export async function withFirstCalendar(
  app: App,
  tx: WriteTransaction,
  principal: Principal,
): Promise<Result<Principal, Problem>> {
  const modseq = await tx.lockAccount(principal.id);
  const scope = { app, tx, actor: actorOf(principal), accountId: principal.id, modseq, now: app.now() };
  const name = principal.displayName.split(/\s+/u)[0] ?? principal.displayName;
  const timeZone = principal.preferences.timeZone ?? null;
  const calendar = await insertCalendar(scope, {
    uri: "calendar",
    name,
    color: colourInTurn((await tx.principals.count()) - 1),
    timeZone,
    components: ["VEVENT", "VTODO"],
  });
  return calendar.ok ? ok(principal) : calendar;
}

const actorOf = ({ id, login, isAdmin }: Principal): Actor =>
  mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });

/** A name, such as the part of an address before the `@`, adapted to a URL and made unique: "elin", then "elin-2". */
export async function freeLogin(tx: WriteTransaction, name: string): Promise<string> {
  const letters = name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const base = letters.replace(/[^a-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") || "person";
  let login = base;
  for (let n = 2; await tx.principals.byLogin(login); n++) login = `${base}-${n}`;
  return login;
}

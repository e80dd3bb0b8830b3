import { ok } from "@snart/calendar/result.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { keptPerson, type PersonFields } from "../../app/provisioning/person-fields.ts";
import type { ProvisionedView } from "../../app/provisioning/find.ts";
import { isObject } from "../body/json.ts";
import type { Document } from "../body/document.ts";
import { refused, type Scim } from "../problem.ts";

const MOST_EMAILS = 20;

/** What a directory has said of a person, to be changed by a PATCH; what it wants of `active` is not what an administrator has done since. */
export function documentOfUser({ row }: ProvisionedView): Document {
  const external = row.externalId === null ? {} : { externalId: row.externalId };
  return { ...structuredClone(keptPerson(row).said), ...external, active: row.isActive };
}

/** The person whom a document describes. @returns `invalidValue` */
export function userFields(document: Document): Scim<PersonFields> {
  const { externalId, active, ...said } = document;
  const userName = text(said["userName"]).trim();
  if (userName === "") return refused("invalidValue", "userName: a text that is not empty is expected");
  const emails = Array.isArray(said["emails"]) ? said["emails"].filter(isObject) : [];
  if (emails.length > MOST_EMAILS) return refused("invalidValue", `emails: at most ${MOST_EMAILS} values`);
  const main =
    emails.find((one) => one["primary"] === true) ??
    emails.find((one) => one["type"] === "work") ??
    emails[0];
  const email = (text(main?.["value"]) || (userName.includes("@") ? userName : "")).trim().toLowerCase();
  if (email === "") return refused("invalidValue", "emails: an address is needed, unless userName is one");
  return ok({
    userName,
    externalId: text(externalId) || null,
    email,
    displayName: nameIn(said) || userName,
    isActive: active !== false,
    said: { ...said, userName },
    chosen: chosenIn(said),
  });
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function nameIn({ displayName, name }: Document): string {
  const parts = isObject(name) ? name : {};
  const joined = [text(parts["givenName"]), text(parts["familyName"])]
    .filter((part) => part !== "")
    .join(" ");
  return text(displayName).trim() || text(parts["formatted"]).trim() || joined.trim();
}

/** The settings of a new account, as far as they are known here. */
function chosenIn({ preferredLanguage, locale, timezone }: Document): PersonFields["chosen"] {
  const language = /^(sv|en)(?:[-_]|$)/i.exec(text(preferredLanguage) || text(locale))?.[1]?.toLowerCase();
  const timeZone = text(timezone);
  return {
    ...(language !== undefined && { language: language === "sv" ? "sv" : "en-GB" }),
    ...(timeZone !== "" && ianaZone(timeZone) !== undefined && { timeZone }),
  };
}

import { ok } from "@snart/calendar/result.ts";
import { keptGroup, type GroupFields } from "../../app/provisioning/groups.ts";
import type { ProvisionedView } from "../../app/provisioning/find.ts";
import { isObject } from "../body/json.ts";
import type { Document } from "../body/document.ts";
import { refused, type Scim } from "../problem.ts";

/** A group with its people, to be changed by a PATCH. */
export function documentOfGroup({ row, related = [] }: ProvisionedView): Document {
  const external = row.externalId === null ? {} : { externalId: row.externalId };
  const members = related.map(({ id }) => ({ value: id }));
  return { displayName: keptGroup(row).displayName, ...external, members };
}

/** The group that a document describes. @returns `invalidValue` */
export function groupFields({ displayName, externalId, members }: Document): Scim<GroupFields> {
  const name = typeof displayName === "string" ? displayName.trim() : "";
  if (name === "") return refused("invalidValue", "displayName: a text that is not empty is expected");
  const ids: string[] = [];
  for (const one of Array.isArray(members) ? (members as readonly unknown[]) : []) {
    const value = isObject(one) ? one["value"] : undefined;
    if (typeof value !== "string" || value === "")
      return refused("invalidValue", "members: each has a value");
    if (isObject(one) && typeof one["type"] === "string" && one["type"].toLowerCase() !== "user")
      return refused("invalidValue", "members: users only, no groups in groups");
    ids.push(value);
  }
  const external = typeof externalId === "string" && externalId !== "" ? externalId : null;
  return ok({ displayName: name, externalId: external, members: ids });
}

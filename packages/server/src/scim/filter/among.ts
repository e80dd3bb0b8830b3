import { keyOfName } from "../../app/provisioning/person-fields.ts";
import type { Among } from "../../app/provisioning/find.ts";
import type { Schema } from "../schemas.ts";
import type { Filter } from "./filter.ts";

/** By what the resources of a filter can be found without looking through all: something that it wants of each of them. */
export function amongOf(schema: Schema, filter: Filter | undefined): Among {
  const all =
    filter === undefined ? [] : filter.kind === "joined" && filter.word === "and" ? filter.all : [filter];
  for (const one of all) {
    if (one.kind === "some" && one.path.name.toLowerCase() === "members" && one.fits.kind === "compare") {
      const { path, operator, value } = one.fits;
      if (
        path.name.toLowerCase() === "value" &&
        operator === "eq" &&
        typeof value === "string" &&
        schema.name === "Group"
      )
        return { by: "member", value };
    }
    if (one.kind !== "compare" || one.operator !== "eq" || typeof one.value !== "string") continue;
    const { path, value } = one;
    const name = [path.name, ...(path.sub === undefined ? [] : [path.sub])].join(".").toLowerCase();
    if (name === "id") return { by: "id", value };
    if (name === "externalid") return { by: "externalId", value };
    if (name === "username" && schema.name === "User") return { by: "name", value: keyOfName(value) };
    if ((name === "members" || name === "members.value") && schema.name === "Group")
      return { by: "member", value };
  }
  return { by: "all" };
}

import { createHash } from "node:crypto";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { keptGroup } from "../../app/provisioning/groups.ts";
import type { ProvisionedView } from "../../app/provisioning/find.ts";
import { keptPerson } from "../../app/provisioning/person-fields.ts";
import { GROUPS, USERS, type Schema } from "../schemas.ts";

/** A resource as it is sent, and compared by filters. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

/** Which schema a kind has. */
export const schemaOf = (kind: "person" | "group"): Schema => (kind === "person" ? USERS : GROUPS);

/**
 * A person or a group as a resource.
 * @param root the address of `/scim/v2`, without a slash at its end
 */
export function render(view: ProvisionedView, root: string): Resource {
  const { row, principal } = view;
  const schema = schemaOf(row.kind);
  const body = row.kind === "person" ? userOf(view, root) : groupOf(view, root);
  const resource = {
    schemas: [schema.id],
    id: row.principalId,
    ...(row.externalId !== null && { externalId: row.externalId }),
    ...body,
  };
  const location = `${root}${schema.endpoint}/${encodeURIComponent(row.principalId)}`;
  const changedAt = Math.max(row.changedAt, principal.statusSince ?? 0);
  const times = { created: formatUtcDateTime(row.createdAt), lastModified: formatUtcDateTime(changedAt) };
  return { ...resource, meta: { resourceType: schema.name, ...times, location, version: versionOf(view) } };
}

/**
 * A weak tag, the same whichever attributes are asked for: of what the directory has said, when, and what has become of the account since
 * (RFC 7644 §3.14).
 */
export const versionOf = ({ row, principal }: ProvisionedView): string => {
  const { attributes, externalId, changedAt } = row;
  const { displayName, email, status } = principal;
  const said = JSON.stringify([
    row.principalId,
    attributes,
    externalId,
    changedAt,
    displayName,
    email,
    status,
  ]);
  return `W/"${createHash("sha256").update(said).digest("base64url").slice(0, 22)}"`;
};

function userOf({ row, principal, related }: ProvisionedView, root: string): object {
  const { said } = keptPerson(row);
  const groups = related?.map(({ id, displayName }) => ({
    value: id,
    display: displayName,
    $ref: `${root}/Groups/${encodeURIComponent(id)}`,
  }));
  return {
    displayName: principal.displayName,
    emails: [{ value: principal.email ?? "", type: "work", primary: true }],
    ...said,
    active: principal.status === "active",
    ...(groups && groups.length > 0 && { groups }),
  };
}

function groupOf({ row, related }: ProvisionedView, root: string): object {
  const members = related?.map(({ id, displayName }) => ({
    value: id,
    display: displayName,
    type: "User",
    $ref: `${root}/Users/${encodeURIComponent(id)}`,
  }));
  return { displayName: keptGroup(row).displayName, ...(members && { members }) };
}

import type { Refusal } from "../preconditions.ts";
import { dav } from "../xml/names.ts";

/** Why somebody is refused who would change with whom the calendar at a path is shared. */
export const mayNotShare = (href: string): Refusal => ({
  kind: "condition",
  condition: { name: "need-privileges", href, privilege: dav("write-acl") },
  text: "With whom a calendar is shared, its owner and its managers decide.",
});

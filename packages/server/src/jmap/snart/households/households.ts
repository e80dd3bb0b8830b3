import type { HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { familyName } from "../../../app/bookables/household-label.ts";
import {
  changeHousehold,
  createHousehold,
  type HouseholdChanges,
} from "../../../app/households/change-household.ts";
import { listHouseholds, type SeenHousehold } from "../../../app/households/households.ts";
import { removeHousehold } from "../../../app/households/remove-household.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { couldBeId, idText, text } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { readInput } from "../../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../../standard/source.ts";
import { serverLock } from "../../standard/state-guard.ts";
import { SNART } from "../../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";
import { joinHousehold, letters, pin } from "./letters.ts";

const utcOf = (at: number | null): string | null => (at === null ? null : formatUtcDateTime(at));

const properties: PropertiesOf<SeenHousehold, HouseholdRecord> = {
  id: ({ principal }) => principal.id,
  label: ({ household }) => household.label,
  name: ({ principal, household }) => familyName(principal, household),
  people: ({ people }) =>
    Object.fromEntries(
      people.map(({ id, displayName: name, email, status }) => [id, { name, email, status }]),
    ),
  tags: ({ tags }) =>
    Object.fromEntries(
      tags.map(({ number, isBlocked, usedAt }) => [number, { isBlocked, usedAt: utcOf(usedAt) }]),
    ),
  pin: ({ household: { pinHash, pinSetAt, isOwnPin } }) =>
    pinHash === null || pinSetAt === null ? null : { setAt: formatUtcDateTime(pinSetAt), isOwn: isOwnPin },
  letter: ({ household: { letterAt, letterExpiresAt } }) =>
    letterAt === null || letterExpiresAt === null
      ? null
      : { madeAt: formatUtcDateTime(letterAt), expiresAt: formatUtcDateTime(letterExpiresAt) },
  lastBookedAt: ({ lastBookedAt }) => utcOf(lastBookedAt),
  upcoming: ({ upcoming }) => upcoming,
  language: ({ language }) => language ?? null,
  mayManage: ({ mayManage }) => mayManage,
};

const MOST_PEOPLE = 50;
const person = v.strictObject({ email: v.pipe(text, v.trim()), name: v.optional(text, "") });
const people = v.pipe(v.array(person), v.maxLength(MOST_PEOPLE));
const invited = {
  /** of the invitations */
  language: v.optional(v.picklist(["en-GB", "sv"]), "en-GB"),
  isMailed: v.optional(v.boolean(), false),
};
const newHousehold = v.strictObject({
  label: text,
  name: v.optional(text, ""),
  people: v.optional(people, []),
  groupId: v.exactOptional(idText),
  ...invited,
});
const changedHousehold = v.strictObject({
  label: v.exactOptional(text),
  name: v.exactOptional(text),
  addPeople: v.optional(people, []),
  ...invited,
});
const tag = v.nullable(v.strictObject({ isBlocked: v.optional(v.boolean(), false) }));

/**
 * Household (urn:snart:jmap): a group that books as one. Its people see it, administrators all; only these make and change them, with
 * `people/ID` and `tags/NUMBER`, of which null takes one away, and `addPeople`, by whose addresses those without an account are invited.
 */
export const households = recordType<SeenHousehold>({
  name: "Household",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app, actor }) => ok({ items: await listHouseholds(app, actor) }),
  set: {
    locks: serverLock,
    async create(call, given) {
      const { app, actor, origin } = call;
      const input = readInput(newHousehold, given);
      if (!input.ok) return input;
      const { language, isMailed, groupId, ...fields } = input.value;
      const asked = { ...fields, ...(groupId !== undefined && { groupId: groupId as PrincipalId }) };
      const mailFrom = isMailed ? origin : undefined;
      const made = await createHousehold(app, actor, asked, { language, mailFrom });
      if (!made.ok) return made;
      const seen = (await listHouseholds(app, actor)).find(({ principal }) => principal.id === made.value);
      return seen ? ok(recordOf({ properties }, seen, call)) : failed({ code: "not-found" });
    },
    async update({ app, actor, origin }, id, patch) {
      const parts = partsOf(patch);
      if (!parts.ok) return parts;
      const input = readInput(changedHousehold, parts.value.fields);
      if (!input.ok) return input;
      const { language, isMailed, ...fields } = input.value;
      const changes = { ...fields, ...parts.value.changes };
      const mailFrom = isMailed ? origin : undefined;
      return changeHousehold(app, actor, id as PrincipalId, changes, { language, mailFrom });
    },
    destroy: ({ app, actor }, id) => removeHousehold(app, actor, id as PrincipalId),
  },
  methods: { letters, pin, join: joinHousehold },
});

interface Parts {
  readonly fields: JsonObject;
  readonly changes: Pick<HouseholdChanges, "removePeople" | "tags">;
}

/** A patch by its fields, its people and its tags. */
function partsOf(patch: JsonObject): Result<Parts, SetError> {
  const fields: Record<string, unknown> = {};
  const removePeople: PrincipalId[] = [];
  const tags = new Map<string, { readonly isBlocked: boolean } | null>();
  for (const [path, value] of Object.entries(patch)) {
    const [name = "", key, ...rest] = path.split("/");
    const wrong = failed(invalidProperties([path.slice(0, 300)], "cannot be set so"));
    if (key === undefined) fields[name] = value;
    else if (rest.length > 0) return wrong;
    else if (name === "people" && value === null && couldBeId(key)) removePeople.push(key as PrincipalId);
    else {
      const read = v.safeParse(tag, value);
      if (name !== "tags" || !read.success) return wrong;
      tags.set(key, read.output);
    }
  }
  return ok({ fields: fields as JsonObject, changes: { removePeople, tags } });
}

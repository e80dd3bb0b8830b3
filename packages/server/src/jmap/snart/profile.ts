import { AUDIENCES } from "@snart/calendar/access/audience.ts";
import type { Preferences, ProfileRecord } from "@snart/calendar/jmap/profile.ts";
import { applyPatchTo, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile as ownProfile, updateProfile, type ProfileChanges } from "../../app/accounts/profile.ts";
import { SNART_COLOURS } from "@snart/calendar/jscalendar/snart-colours.ts";
import { FIRST_STEPS } from "../../app/accounts/first-steps.ts";
import type { Principal } from "../../app/types.ts";
import { methodErrorOf } from "../problem.ts";
import { id, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, quietly, readInput } from "../standard/set-method.ts";
import { recordOf, type JmapRecord, type PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";

const properties: PropertiesOf<Principal, ProfileRecord> = {
  id: (own) => own.id,
  login: (own) => own.login,
  formerLogins: (own) => own.formerLogins,
  displayName: (own) => own.displayName,
  email: (own) => own.email ?? "",
  formerEmails: (own) => own.formerEmails,
  isAdmin: (own) => own.isAdmin,
  photoId: (own) => own.photoId ?? null,
  preferences: (own) => own.preferences,
};

const clock = v.pipe(text, v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 06:30"));

const channels = v.strictObject({
  app: v.optional(v.boolean()),
  mail: v.optional(v.boolean()),
  push: v.optional(v.boolean()),
});

const preferencesSchema = v.strictObject({
  language: v.optional(v.picklist(["en-GB", "sv"])),
  timeZone: v.optional(v.pipe(text, v.maxLength(64))),
  secondTimeZone: v.optional(v.pipe(text, v.maxLength(64))),
  workingHours: v.optional(v.pipe(text, v.maxLength(100))),
  theme: v.optional(v.picklist(["light", "dark"])),
  clock: v.optional(v.picklist(["12", "24"])),
  dateOrder: v.optional(v.picklist(["day-month", "month-day", "year-month-day"])),
  density: v.optional(v.picklist(["compact", "normal", "roomy"])),
  basicPassword: v.optional(v.boolean()),
  singleKeyShortcuts: v.optional(v.boolean()),
  showHowSoon: v.optional(v.boolean()),
  showTasks: v.optional(v.boolean()),
  almanac: v.optional(v.picklist(["SE", "GB-ENG", "GB-SCT", "GB-NIR", "none"])),
  freeOn: v.optional(v.picklist(["red", "eves", "customary"])),
  nameDays: v.optional(text),
  defaultCalendarId: v.optional(id),
  savedSearches: v.optional(v.pipe(v.array(v.pipe(text, v.maxLength(1_000))), v.maxLength(50))),
  askWhenTravelling: v.optional(v.boolean()),
  eventMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(1440))),
  initials: v.optional(v.pipe(text, v.regex(/^\S{1,4}$/u, "must be one to four letters without a space"))),
  faceColour: v.optional(v.picklist(Object.keys(SNART_COLOURS))),
  visibleTo: v.optional(v.picklist(AUDIENCES)),
  reminders: v.optional(channels),
  notices: v.optional(
    v.strictObject({
      invitations: v.optional(channels),
      changes: v.optional(channels),
      answers: v.optional(channels),
      shared: v.optional(channels),
      shares: v.optional(channels),
    }),
  ),
  quietHours: v.optional(v.strictObject({ from: clock, to: clock })),
  agendaAt: v.optional(clock),
  weekAt: v.optional(clock),
  firstSteps: v.optional(v.pipe(v.array(v.picklist(FIRST_STEPS)), v.maxLength(FIRST_STEPS.length))),
});

/** Profile (urn:snart:jmap): name, photo and preferences of the actor's own account. */
export const profile = recordType({
  name: "Profile",
  capability: SNART,
  isOwn: true,
  properties,
  async read({ app, actor }) {
    const own = await ownProfile(app, actor);
    return own.ok ? ok({ items: [own.value] }) : failed(methodErrorOf(own.problem));
  },
  set: {
    create: { type: "singleton" },
    async update(call, profileId, patch) {
      const own = await ownProfile(call.app, call.actor);
      if (!own.ok || own.value.id !== profileId) return NOT_FOUND;
      const changes = changesOf(recordOf({ properties }, own.value, call), patch);
      if (!changes.ok) return changes;
      const updated = await updateProfile(call.app, call.actor, changes.value);
      // A photo has an id of its own, which is not the upload's.
      return updated.ok && changes.value.photoBlobId
        ? ok({ photoId: updated.value.photoId ?? null })
        : quietly(updated);
    },
    destroy: { type: "singleton" },
  },
});

const SETTABLE: readonly string[] = ["displayName", "photoId", "preferences"];

function changesOf(record: JmapRecord, patch: JsonObject): Result<ProfileChanges, SetError> {
  const current = record as unknown as { readonly [name: string]: JsonValue };
  const patched = applyPatchTo(current, patch as PatchObject);
  if (!patched.ok)
    return failed({ type: "invalidPatch", description: "a path leads nowhere or overlaps another" });
  const next = patched.value;
  const names = [...new Set([...Object.keys(current), ...Object.keys(next)])];
  const changed = names.filter((name) => !sameJson(current[name] ?? null, next[name] ?? null));
  const fixed = changed.filter((name) => !SETTABLE.includes(name));
  if (fixed.length > 0) return failed(invalidProperties(fixed, "cannot be set"));
  const { displayName } = next;
  if (typeof displayName !== "string" || displayName.includes("\0"))
    return failed(invalidProperties(["displayName"], "must be text"));
  const { photoId = null } = next;
  if (photoId !== null && typeof photoId !== "string")
    return failed(invalidProperties(["photoId"], "must be the id of an upload, or null"));
  const preferences = readInput(preferencesSchema, next["preferences"] ?? {}, "preferences");
  if (!preferences.ok) return preferences;
  return ok({
    ...(changed.includes("displayName") ? { displayName } : {}),
    ...(changed.includes("photoId") ? { photoBlobId: photoId } : {}),
    ...(changed.includes("preferences") ? { preferences: preferences.value as Preferences } : {}),
  });
}

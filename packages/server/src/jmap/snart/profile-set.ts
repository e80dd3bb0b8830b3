import { applyPatchTo, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile, updateProfile, type ProfileChanges } from "../../app/accounts/profile.ts";
import type { Preferences } from "../../app/types.ts";
import { ownAccountMethod, type MethodContext } from "../method.ts";
import { methodErrorOf, setErrorOf } from "../problem.ts";
import { id, setArguments, text } from "../standard/arguments.ts";
import { SetOutcome, setRequest } from "../standard/set.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { shortHash } from "../wire/session.ts";
import { profileRecord, type ProfileRecord } from "./profile-record.ts";

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
  almanac: v.optional(v.picklist(["SE", "GB-ENG", "GB-SCT", "GB-NIR"])),
  freeOn: v.optional(v.picklist(["red", "eves", "customary"])),
  nameDays: v.optional(text),
  defaultCalendarId: v.optional(id),
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
});

/** Profile/set: name and preferences of the actor's own account. */
export const profileSet = ownAccountMethod(
  SNART,
  v.strictObject(setArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const request = setRequest(context, args, app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const before = await profile(app, actor);
    if (!before.ok) return failed(methodErrorOf(before.problem));
    const oldState = shortHash(profileRecord(before.value));
    if (typeof args.ifInState === "string" && args.ifInState !== oldState)
      return failed({ type: "stateMismatch" });
    const outcome = new SetOutcome();
    for (const [creationId] of request.value.create)
      outcome.notCreated.set(creationId, { type: "singleton" });
    for (const [profileId, patch] of request.value.update())
      await updateOne(context, outcome, profileId, patch);
    for (const profileId of request.value.destroy())
      outcome.notDestroyed.set(profileId, { type: "singleton" });
    const after = await profile(app, actor);
    const newState = after.ok ? shortHash(profileRecord(after.value)) : oldState;
    return ok(outcome.answer(account.id, oldState, newState));
  },
);

async function updateOne(
  { app, actor }: MethodContext,
  outcome: SetOutcome,
  profileId: string,
  patch: JsonObject,
): Promise<void> {
  const own = await profile(app, actor);
  if (!own.ok || own.value.id !== profileId)
    return void outcome.notUpdated.set(profileId, { type: "notFound" });
  const changes = changesOf(profileRecord(own.value), patch);
  if (!changes.ok) return void outcome.notUpdated.set(profileId, changes.problem);
  const updated = await updateProfile(app, actor, changes.value);
  if (updated.ok) outcome.updated.set(profileId, null);
  else outcome.notUpdated.set(profileId, setErrorOf(updated.problem));
}

function changesOf(record: ProfileRecord, patch: JsonObject): Result<ProfileChanges, SetError> {
  const current = record as unknown as { readonly [name: string]: JsonValue };
  const patched = applyPatchTo(current, patch as PatchObject);
  if (!patched.ok)
    return failed({ type: "invalidPatch", description: "a path leads nowhere or overlaps another" });
  const next = patched.value;
  const names = [...new Set([...Object.keys(current), ...Object.keys(next)])];
  const changed = names.filter((name) => !sameJson(current[name] ?? null, next[name] ?? null));
  const fixed = changed.filter((name) => name !== "displayName" && name !== "preferences");
  if (fixed.length > 0) return failed(invalidProperties(fixed, "cannot be set"));
  const { displayName } = next;
  if (typeof displayName !== "string" || displayName.includes("\0"))
    return failed(invalidProperties(["displayName"], "must be text"));
  const preferences = v.safeParse(preferencesSchema, next["preferences"] ?? {});
  if (!preferences.success) return failed(wrongPreference(preferences.issues[0]));
  return ok({
    ...(changed.includes("displayName") ? { displayName } : {}),
    ...(changed.includes("preferences") ? { preferences: preferences.output as Preferences } : {}),
  });
}

function wrongPreference(issue: v.BaseIssue<unknown>): SetError {
  const path = v.getDotPath(issue);
  return invalidProperties(
    [path === null ? "preferences" : `preferences/${path}`],
    issue.message.slice(0, 200),
  );
}

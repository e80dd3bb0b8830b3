import type { ReleaseNotesRecord } from "@snart/calendar/jmap/administration/release-notes.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { readOfRelease, releaseReport } from "../../../app/health/releases.ts";
import { ownAccountMethod, type Method } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const account = v.strictObject({ accountId: id });

/** Server/releaseNotes: what each version brought, and whether the last one is news to the administrator who asks. */
const notes = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const found = await releaseReport(app, actor);
  if (!found.ok) return failed(methodErrorOf(found.problem));
  const { upgradedAt, ...report } = found.value;
  const releaseNotes: ReleaseNotesRecord = {
    ...report,
    upgradedAt: upgradedAt === null ? null : formatUtcDateTime(upgradedAt),
  };
  return ok({ accountId, releaseNotes });
});

/** Server/readReleaseNotes: they are no news any more, to the administrator who says so. */
const read = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const done = await readOfRelease(app, actor);
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

/** What is new, for administrators. */
export const releaseNotesMethods: readonly (readonly [string, Method])[] = [
  ["Server/releaseNotes", notes],
  ["Server/readReleaseNotes", read],
];

import type {
  AccountLinkRecord,
  AccountRecord,
  AuditEntryRecord,
  GroupRecord,
  ServerHealth,
} from "@snart/calendar/jmap/account.ts";
import type {
  ErrorReportingRecord,
  ErrorTrialRecord,
} from "@snart/calendar/jmap/administration/error-reporting.ts";
import type { ReleaseNotesRecord } from "@snart/calendar/jmap/administration/release-notes.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

export const fetchAccounts = (accountId: string): Asked<readonly AccountRecord[]> =>
  jmap.get("Account", accountId);

/** Invites somebody; returns the link. */
export async function invite(
  accountId: string,
  person: {
    readonly name: string;
    readonly email: string;
    readonly isAdmin: boolean;
    readonly language: string;
  },
): Asked<AccountLinkRecord> {
  const made = await jmap.setOne("Account/set", { accountId, create: { new: { ...person } } });
  return made.ok ? ok(made.value["link"] as AccountLinkRecord) : made;
}

export async function renewLink(accountId: string, id: string): Asked<AccountLinkRecord> {
  const given = await jmap.callOne<{ readonly link: AccountLinkRecord }>("Account/link", { accountId, id });
  return given.ok ? ok(given.value.link) : given;
}

export interface PersonChange {
  readonly email?: string;
  readonly login?: string;
  /** the former addresses that stay the person's; the others are given up */
  readonly formerEmails?: readonly string[];
  readonly isAdmin?: boolean;
  readonly status?: "active" | "suspended";
}

export const changePerson = (accountId: string, id: string, change: PersonChange): Asked<JsonRecord> =>
  jmap.setOne("Account/set", { accountId, update: { [id]: change } });

/** Deletes a person's or a group's account; `calendarsTo` gets its calendars, for good. */
export const deleteAccount = (
  accountId: string,
  type: "Account" | "Group",
  id: string,
  calendarsTo: string | null,
): Asked<JsonRecord> => jmap.setOne(`${type}/set`, { accountId, destroy: [id], calendarsTo });

export const fetchGroups = (accountId: string): Asked<readonly GroupRecord[]> => jmap.get("Group", accountId);

export const makeGroup = (accountId: string, name: string): Asked<JsonRecord> =>
  jmap.setOne("Group/set", {
    accountId,
    create: { new: { name, members: { [accountId]: { isManager: true } } } },
  });

/** `members/ID` with null removes somebody from the group. */
export const changeGroup = (accountId: string, id: string, patch: JsonRecord): Asked<JsonRecord> =>
  jmap.setOne("Group/set", { accountId, update: { [id]: patch } });

export async function fetchAudit(
  accountId: string,
  words: string,
  before: string | null,
): Asked<readonly AuditEntryRecord[]> {
  const args = { accountId, text: words, before, limit: 50 };
  const given = await jmap.callOne<{ readonly list: readonly AuditEntryRecord[] }>("AuditEntry/list", args);
  return given.ok ? ok(given.value.list) : given;
}

export async function fetchHealth(accountId: string): Asked<ServerHealth> {
  const given = await jmap.callOne<{ readonly health: ServerHealth }>("Server/health", { accountId });
  return given.ok ? ok(given.value.health) : given;
}

/** Returns where errors are reported, and a test as it would be sent. */
export async function fetchErrorReporting(accountId: string): Asked<ErrorReportingRecord> {
  const given = await jmap.callOne<{ readonly errorReporting: ErrorReportingRecord }>(
    "Server/errorReporting",
    { accountId },
  );
  return given.ok ? ok(given.value.errorReporting) : given;
}

/** Sends the test that was shown. */
export const testErrorReporting = (
  accountId: string,
  sample: { readonly id: string; readonly at: string },
): Asked<ErrorTrialRecord> =>
  jmap.callOne<ErrorTrialRecord>("Server/testErrorReporting", { accountId, ...sample });

/** Returns what each version brought. */
export async function fetchReleaseNotes(accountId: string): Asked<ReleaseNotesRecord> {
  const given = await jmap.callOne<{ readonly releaseNotes: ReleaseNotesRecord }>("Server/releaseNotes", {
    accountId,
  });
  return given.ok ? ok(given.value.releaseNotes) : given;
}

/** Says that the administrator has read of the last upgrade. */
export const readReleaseNotes = (accountId: string): Asked<unknown> =>
  jmap.callOne("Server/readReleaseNotes", { accountId });

/** Chooses the service that errors are reported to by its address (DSN); null: none. */
export const setErrorReporting = (accountId: string, dsn: string | null): Asked<unknown> =>
  jmap.callOne("Server/setErrorReporting", { accountId, dsn });

import type { BackupPart, RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import { ok } from "@snart/calendar/result.ts";
import { useState } from "react";
import { fetchAccounts, fetchGroups } from "../../../../api/account/admin-api.ts";
import type { Asked } from "../../../../api/problem.ts";
import { sortedByName } from "../../../../i18n/format.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Checkbox } from "../../../../ui/fields/checkbox.tsx";
import { Select } from "../../../../ui/fields/select.tsx";

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly isGroup: boolean;
}
export type Choice = Pick<BackupPart, "calendar" | "replaces"> & { readonly owner: string | undefined };

/** Chosen instead of somebody: everything. */
export const WHOLE = "*";
const ALL = "";

interface ChoicesProps {
  readonly owners: readonly Owner[];
  readonly choice: Choice;
  /** of the last rehearsal of all of them */
  readonly calendars: readonly RestoredCalendar[] | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (choice: Choice) => void;
}

/** Whose things, which of their calendars once those are known, and what becomes of what has changed. */
export function RestoreChoices({ owners, choice, calendars = [], isDisabled, onChange }: ChoicesProps) {
  const t = useMessages();
  const [known, setKnown] = useState<{ readonly of: string | undefined; readonly all: typeof calendars }>();
  const { owner } = choice;
  if (calendars.length > 0 && calendars !== known?.all) setKnown({ of: owner, all: calendars });
  const all = known?.of === owner ? known?.all : undefined;
  return (
    <>
      <Select
        label={t("admin.backups.part.whose")}
        value={owner ?? ""}
        disabled={isDisabled}
        options={[
          ...owners.map(({ id, name, isGroup }) => ({
            value: id,
            label: isGroup ? t("admin.backups.part.group", { name }) : name,
          })),
          { value: WHOLE, label: t("admin.backups.part.everything") },
        ]}
        onChange={(id) => onChange({ ...choice, owner: id, calendar: null })}
      />
      {all && all.length > 1 ? (
        <Select
          label={t("admin.backups.part.calendar")}
          value={choice.calendar ?? ALL}
          disabled={isDisabled}
          options={[
            { value: ALL, label: t("admin.backups.part.all") },
            ...all.map(({ uri, name }) => ({ value: uri, label: name })),
          ]}
          onChange={(uri) => onChange({ ...choice, calendar: uri === ALL ? null : uri })}
        />
      ) : null}
      {owner === WHOLE ? null : (
        <Checkbox
          checked={choice.replaces}
          disabled={isDisabled}
          onChange={(replaces) => onChange({ ...choice, replaces })}
        >
          {t("admin.backups.part.replace")}
        </Checkbox>
      )}
    </>
  );
}

/** People and groups, who can have calendars. */
export async function fetchOwners(accountId: string): Asked<readonly Owner[]> {
  const [people, groups] = await Promise.all([fetchAccounts(accountId), fetchGroups(accountId)]);
  if (!people.ok) return people;
  if (!groups.ok) return groups;
  const of =
    (isGroup: boolean) =>
    ({ id, name }: { readonly id: string; readonly name: string }): Owner => ({ id, name, isGroup });
  const active = people.value.filter(({ status }) => status === "active" || status === "suspended");
  return ok([
    ...sortedByName(active.map(of(false)), ({ name }) => name),
    ...sortedByName(
      groups.value.filter(({ status }) => status === "active").map(of(true)),
      ({ name }) => name,
    ),
  ]);
}

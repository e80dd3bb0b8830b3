import type {
  BackupPart,
  BackupRecord,
  RestoredCalendar,
  ServerBackups,
} from "@snart/calendar/jmap/backups.ts";
import { useCallback, useState } from "react";
import { fetchAccounts, fetchGroups } from "../../../../api/account/admin-api.ts";
import { restorePart, stopBackup } from "../../../../api/account/backups-api.ts";
import type { Asked } from "../../../../api/problem.ts";
import { sortedByName } from "../../../../i18n/format.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../../ui/fields/field-error.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useProof } from "../../../proof/screen.tsx";
import { useAdminData, type AdminData } from "../../parts/use-list.ts";
import { BackupRunning } from "./backup-running.tsx";
import styles from "./backups.module.css";
import { RestoredTable } from "./restored-table.tsx";
import { ok } from "@snart/calendar/result.ts";

interface RestoreDialogProps {
  readonly accountId: string;
  readonly backup: BackupRecord;
  /** when it was made, in words */
  readonly when: string;
  readonly report: ServerBackups;
  readonly run: AdminData<ServerBackups>["run"];
  readonly onClose: () => void;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly isGroup: boolean;
}
const ALL = "";

/** Restores what one person or group had: whose, a rehearsal that counts, then the restoration. */
export function RestoreDialog({ accountId, backup, when, report, run, onClose }: RestoreDialogProps) {
  const t = useMessages();
  const { proved, dialog } = useProof();
  const { data: owners } = useAdminData(useCallback(() => fetchOwners(accountId), [accountId]));
  const [choice, setChoice] = useState<Choice>({ owner: undefined, calendar: null, replaces: false });
  const owner = choice.owner ?? owners?.[0]?.id;
  const asked = { ...choice, owner, file: backup.file };
  const part = partOf(report, asked);
  const isRunning = report.running !== null;
  const begin = (isRehearsal: boolean): void => {
    if (owner === undefined) return;
    void run(() => proved(() => restorePart(accountId, { ...asked, owner, isRehearsal })));
  };
  const comes =
    part?.calendars.some((one) => one.missing + (choice.replaces ? one.differing : 0) > 0) === true;
  const mayRestore = part?.isRehearsal === true && comes;
  const footer = (
    <>
      <Button size={36} onClick={isRunning ? () => void run(() => stopBackup(accountId)) : onClose}>
        {t(isRunning ? "admin.backups.stop" : "admin.backups.close")}
      </Button>
      <Button
        size={36}
        look={mayRestore ? "plain" : "primary"}
        disabled={isRunning}
        onClick={() => begin(true)}
      >
        {t("admin.backups.part.rehearse")}
      </Button>
      {mayRestore ? (
        <Button size={36} look="primary" disabled={isRunning} onClick={() => begin(false)}>
          {t("admin.backups.restore")}
        </Button>
      ) : null}
    </>
  );
  return (
    <Dialog
      title={t("admin.backups.part.title", { when })}
      isOpen
      width={560}
      onClose={onClose}
      footer={footer}
    >
      <div className={styles.part}>
        <p className={styles.quiet}>{t("admin.backups.part.help")}</p>
        <Choices
          owners={owners ?? []}
          choice={{ ...choice, owner }}
          calendars={part?.isRehearsal && part.calendar === null ? part.calendars : undefined}
          isDisabled={isRunning}
          onChange={setChoice}
        />
        {report.running ? <BackupRunning {...report.running} /> : null}
        {part && !isRunning ? <Outcome part={part} comes={comes} /> : null}
        <p className={styles.quiet}>{t("admin.backups.part.whole")}</p>
      </div>
      {dialog}
    </Dialog>
  );
}

type Choice = Pick<BackupPart, "calendar" | "replaces"> & { readonly owner: string | undefined };

interface ChoicesProps {
  readonly owners: readonly Owner[];
  readonly choice: Choice;
  /** of the last rehearsal of all of them */
  readonly calendars: readonly RestoredCalendar[] | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (choice: Choice) => void;
}

/** Whose things, which of their calendars once those are known, and what becomes of what has changed. */
function Choices({ owners, choice, calendars = [], isDisabled, onChange }: ChoicesProps) {
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
        options={owners.map(({ id, name, isGroup }) => ({
          value: id,
          label: isGroup ? t("admin.backups.part.group", { name }) : name,
        }))}
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
      <Checkbox
        checked={choice.replaces}
        disabled={isDisabled}
        onChange={(replaces) => onChange({ ...choice, replaces })}
      >
        {t("admin.backups.part.replace")}
      </Checkbox>
    </>
  );
}

/** How what is asked for now went, if it has been tried. */
function partOf(
  { part }: ServerBackups,
  asked: Omit<BackupPart, "isRehearsal" | "owner"> & { readonly owner: string | undefined },
): ServerBackups["part"] | undefined {
  const isSame =
    part?.file === asked.file &&
    part.owner === asked.owner &&
    part.calendar === asked.calendar &&
    part.replaces === asked.replaces;
  return isSame ? part : undefined;
}

function Outcome({
  part,
  comes,
}: {
  readonly part: NonNullable<ServerBackups["part"]>;
  readonly comes: boolean;
}) {
  const t = useMessages();
  const { problem, calendars, isRehearsal } = part;
  if (problem)
    return (
      <FieldError>{t(`admin.backups.part.${problem.code}` as const, { detail: problem.detail })}</FieldError>
    );
  return (
    <output className={styles.outcome}>
      <p data-is="well">{t(isRehearsal ? "admin.backups.part.rehearsed" : "admin.backups.part.done")}</p>
      <RestoredTable calendars={calendars} />
      {isRehearsal && !comes ? <p>{t("admin.backups.part.nothing")}</p> : null}
      {isRehearsal ? null : <p className={styles.quiet}>{t("admin.backups.part.undo")}</p>}
    </output>
  );
}

/** People and groups, who can have calendars. */
async function fetchOwners(accountId: string): Asked<readonly Owner[]> {
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

import { useEffect, useState, type SyntheticEvent } from "react";
import { fetchCalendars, type RemoteCalendar } from "../../api/items/calendar-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { sortedByName } from "../../i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { beginImport, closeImport } from "./import-flow.ts";
import type { Candidate, PassedOver } from "./import-files.ts";
import { CandidateRow } from "./candidate-row.tsx";
import { PassedOverFiles } from "./passed-over-files.tsx";
import styles from "./import-dialog.module.css";

const NEW = "new";
const EACH = "each";

interface ChooseTargetProps {
  readonly accountId: string;
  readonly candidates: readonly Candidate[];
  readonly passedOver: readonly PassedOver[];
  /** bytes */
  readonly limit: number;
}

/** Shows the files, why any are refused, and the choice of the calendar for them. */
export function ChooseTarget({ accountId, candidates, passedOver, limit }: ChooseTargetProps) {
  const t = useMessages();
  const good = candidates.filter(({ problem }) => problem === undefined);
  return (
    <>
      <ul className={styles.files}>
        {candidates.map((candidate, index) => (
          <CandidateRow key={`${candidate.file.name} ${index}`} candidate={candidate} limit={limit} />
        ))}
      </ul>
      <PassedOverFiles files={passedOver} />
      {good.length > 0 ? (
        <TargetForm accountId={accountId} count={good.length} suggestion={good[0]?.calendarName ?? ""} />
      ) : (
        <div className={styles.actions}>
          <Button size={36} onClick={closeImport}>
            {t("import.close")}
          </Button>
        </div>
      )}
    </>
  );
}

interface TargetFormProps {
  readonly accountId: string;
  /** of files */
  readonly count: number;
  /** a name for a new calendar */
  readonly suggestion: string;
}

function TargetForm({ accountId, count, suggestion }: TargetFormProps) {
  const t = useMessages();
  const calendars = useWritableCalendars(accountId);
  const [target, setTarget] = useState(count > 1 ? EACH : NEW);
  const [name, setName] = useState(suggestion);
  const [tried, setTried] = useState(false);
  const missing = target === NEW && name.trim() === "";
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (missing) return event.currentTarget.querySelector("input")?.focus();
    if (target === EACH) return void beginImport(accountId, "each");
    void beginImport(
      accountId,
      target === NEW ? { kind: "new", name: name.trim() } : { kind: "calendar", calendarId: target },
    );
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className={styles.form}>
        <Select
          label={t("import.into")}
          options={[
            ...(count > 1 ? [{ value: EACH, label: t("import.eachCalendar") }] : []),
            { value: NEW, label: t("import.newCalendar") },
            ...calendars.map((calendar) => ({ value: calendar.id, label: calendar.name })),
          ]}
          value={target}
          onChange={setTarget}
        />
        {target === NEW ? (
          <TextField
            label={t("import.newName")}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={tried && missing ? t("import.needName") : undefined}
          />
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button size={36} onClick={closeImport}>
          {t("action.cancel")}
        </Button>
        <Button type="submit" look="primary" size={36}>
          {t("import.start")}
        </Button>
      </div>
    </form>
  );
}

/**
 * Returns the person's own writable calendars; empty until they are known, while a new calendar can be chosen already.
 */
function useWritableCalendars(accountId: string): readonly RemoteCalendar[] {
  const [calendars, setCalendars] = useState<readonly RemoteCalendar[]>([]);
  useEffect(() => {
    let wanted = true;
    void fetchCalendars(accountId).then((answer) => {
      if (wanted && answer.ok)
        setCalendars(
          sortedByName(
            answer.value.list.filter((it) => it.mayWrite),
            (it) => it.name,
          ),
        );
    });
    return () => {
      wanted = false;
    };
  }, [accountId]);
  return calendars;
}

import { wholeAddress } from "../../../api/place.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { CalendarOwner, ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { makeDisplay } from "../../../api/items/door-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import styles from "./dialog-form.module.css";

interface NewWallDialogProps {
  readonly accountId: string;
  readonly owners: readonly CalendarOwner[];
  readonly onMade: () => Promise<void>;
  readonly onClose: () => void;
}

/** Makes a screen of chosen calendars, and shows its link this once. */
export function NewWallDialog({ accountId, owners, onMade, onClose }: NewWallDialogProps) {
  const t = useMessages();
  const [token, setToken] = useState<string>();
  const close = (
    <Button size={36} onClick={onClose}>
      {t("manage.displayDone")}
    </Button>
  );
  return (
    <Dialog title={t("walls.new")} isOpen onClose={onClose} {...(token !== undefined && { footer: close })}>
      {token === undefined ? (
        <NewWallForm
          accountId={accountId}
          calendars={owners.flatMap(({ calendars }) => calendars)}
          onMade={async (made) => {
            setToken(made);
            await onMade();
          }}
        />
      ) : (
        <div className={styles.form}>
          <p className={styles.text}>{t("walls.open")}</p>
          <CopyRow
            label={t("manage.displayLink")}
            text={wholeAddress(`/wall/${token}`)}
            copyLabel={t("manage.displayCopy")}
          />
        </div>
      )}
    </Dialog>
  );
}

interface NewWallFormProps {
  readonly accountId: string;
  readonly calendars: readonly ManagedCalendar[];
  readonly onMade: (token: string) => Promise<void>;
}

function NewWallForm({ accountId, calendars, onMade }: NewWallFormProps) {
  const t = useMessages();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [showsPrivate, setPrivate] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const readable = calendars.filter(({ myRights }) => myRights.mayReadItems);
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => new Set([...before, id].filter((it) => isChosen || it !== id)));
  const make = async (): Promise<void> => {
    const calendarIds = readable.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
    const made = await makeDisplay(accountId, name.trim(), { calendarIds, showsPrivate });
    setProblem(made.ok ? undefined : made.problem);
    if (made.ok) await onMade(made.value);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <TextField
        label={t("manage.displayName")}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={styles.choices}>
        <legend>{t("walls.calendars")}</legend>
        {readable.map(({ id, name: called, color }) => (
          <Checkbox key={id} checked={chosen.has(id)} onChange={(is) => choose(id, is)}>
            <Swatch colour={nearestCalendarColour(color, id)} /> {isolated(called)}
          </Checkbox>
        ))}
      </fieldset>
      <Checkbox checked={showsPrivate} onChange={setPrivate}>
        {t("walls.showPrivate")}
      </Checkbox>
      <p className={styles.help}>{t("walls.privacy")}</p>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      <div className={styles.buttons}>
        <Button look="primary" size={36} type="submit" disabled={chosen.size === 0 || name.trim() === ""}>
          {t("manage.displayMake")}
        </Button>
      </div>
    </form>
  );
}

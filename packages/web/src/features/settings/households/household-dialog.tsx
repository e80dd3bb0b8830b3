import { problemKey } from "@snart/locales/problem-codes.ts";
import type { HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { useState, type FormEvent } from "react";
import { changeHousehold, removeHousehold } from "../../../api/account/household-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import type { JsonRecord } from "../../../api/read-json.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { PinLine } from "./pin-line.tsx";
import styles from "./households.module.css";

interface HouseholdDialogProps {
  readonly accountId: string;
  readonly household: HouseholdRecord;
  readonly onChanged: () => Promise<void>;
  readonly onLetter: () => void;
  readonly onClose: () => void;
}

/** One household: its number, people and tags, its letter, and its end. */
export function HouseholdDialog({
  accountId,
  household,
  onChanged,
  onLetter,
  onClose,
}: HouseholdDialogProps) {
  const t = useMessages();
  const [trouble, setTrouble] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const { id, label, name, people, upcoming } = household;
  const change = async (patch: JsonRecord): Promise<boolean> => {
    const given = await changeHousehold(accountId, id, patch);
    setTrouble(given.ok ? undefined : wordedCode(given.problem));
    await onChanged();
    return given.ok;
  };
  const remove = async (): Promise<string | undefined> => {
    const given = await removeHousehold(accountId, id);
    if (!given.ok) return t(problemKey(wordedCode(given.problem)));
    onClose();
    await onChanged();
    return undefined;
  };
  const title = `${isolated(label)} ${isolated(name)}`.trim();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {trouble === undefined ? null : <FieldError>{t(problemKey(trouble))}</FieldError>}
      <Named household={household} onChange={change} />
      <People household={household} onChange={change} />
      <AtDoor household={household} onChange={change} />
      <div className={styles.acts}>
        <Button size={36} onClick={onLetter}>
          {t("households.newLetter")}
        </Button>
        <Button look="danger" size={36} onClick={() => setLeaving(true)}>
          {t("households.remove")}
        </Button>
      </div>
      <p className={styles.quiet}>{t("households.newLetterHelp")}</p>
      {isLeaving ? (
        <ConfirmDialog
          title={t("households.removeTitle", { name: title })}
          confirm={t("households.remove")}
          look="danger"
          onClose={() => setLeaving(false)}
          onConfirm={remove}
        >
          <p>{t("households.removeBody", { count: upcoming, people: Object.keys(people).length })}</p>
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}

interface PartProps {
  readonly onChange: (patch: JsonRecord) => Promise<boolean>;
}
interface Of {
  readonly household: HouseholdRecord;
}

function People({ household: { people }, onChange }: PartProps & Of) {
  const t = useMessages();
  return (
    <>
      <h3 className={styles.small}>{t("households.people")}</h3>
      <ul className={styles.parts}>
        {Object.entries(people).map(([personId, person]) => (
          <li key={personId}>
            <span>
              {isolated(person.name)} <small>{person.email}</small>
            </span>
            <Button
              size={36}
              aria-label={t("households.takeAway", { name: isolated(person.name) })}
              onClick={() => void onChange({ [`people/${personId}`]: null })}
            >
              {t("households.do", { what: "remove" })}
            </Button>
          </li>
        ))}
      </ul>
      <AddPerson onChange={onChange} />
    </>
  );
}

/** What its people show at doors. */
function AtDoor({ household, onChange }: PartProps & Of) {
  const t = useMessages();
  const { tags } = household;
  return (
    <>
      <h3 className={styles.small}>{t("households.atDoor")}</h3>
      <p className={styles.quiet}>
        {t("households.doorPin")}: <PinLine household={household} />
      </p>
      <ul className={styles.parts}>
        {Object.entries(tags).map(([number, { isBlocked }]) => (
          <li key={number}>
            <span>{t(isBlocked ? "households.tagBlocked" : "households.tag", { number })}</span>
            <Button
              size={36}
              aria-label={t(isBlocked ? "households.unblock" : "households.block", { number })}
              onClick={() => void onChange({ [`tags/${number}`]: { isBlocked: !isBlocked } })}
            >
              {t("households.do", { what: isBlocked ? "unblock" : "block" })}
            </Button>
            <Button
              size={36}
              aria-label={t("households.takeAway", { name: number })}
              onClick={() => void onChange({ [`tags/${number}`]: null })}
            >
              {t("households.do", { what: "remove" })}
            </Button>
          </li>
        ))}
      </ul>
      <OneField
        label={t("households.newTag")}
        action={t("households.addTag")}
        onAdd={(number) => onChange({ [`tags/${number.replaceAll("/", "")}`]: { isBlocked: false } })}
      />
    </>
  );
}

function Named({ household, onChange }: PartProps & Of) {
  const t = useMessages();
  const [label, setLabel] = useState(household.label);
  const [name, setName] = useState(household.name);
  const isSame = label === household.label && name === household.name;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSame) void onChange({ label, name });
  };
  return (
    <form className={styles.named} onSubmit={save} noValidate>
      <TextField
        label={t("households.label")}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <TextField
        label={t("households.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size={36} disabled={isSame}>
        {t("households.save")}
      </Button>
    </form>
  );
}

function AddPerson({ onChange }: PartProps) {
  const t = useMessages();
  const { language } = useSpeech();
  return (
    <OneField
      label={t("households.newPerson")}
      action={t("households.addPerson")}
      onAdd={(email) => onChange({ addPeople: [{ email }], language })}
    />
  );
}

interface OneFieldProps {
  readonly label: string;
  readonly action: string;
  readonly onAdd: (value: string) => Promise<boolean>;
}

function OneField({ label, action, onAdd }: OneFieldProps) {
  const [value, setValue] = useState("");
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (value.trim() !== "" && (await onAdd(value.trim()))) setValue("");
  };
  return (
    <form className={styles.named} onSubmit={(event) => void add(event)} noValidate>
      <TextField label={label} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <Button type="submit" size={36}>
        {action}
      </Button>
    </form>
  );
}

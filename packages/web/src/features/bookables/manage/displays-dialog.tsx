import { wholeAddress } from "../../../api/place.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { DisplayRecord } from "@snart/calendar/jmap/door.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Trash2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import { fetchDisplays, makeDisplay, removeDisplay } from "../../../api/items/door-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row/copy-row.tsx";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { ManageDialogProps } from "./dialog-props.ts";
import styles from "./manage.module.css";

/** The screens that show a thing: their links are made here, and taken away. */
export function DisplaysDialog({ accountId, bookable, onClose }: Omit<ManageDialogProps, "onChanged">) {
  const t = useMessages();
  const [displays, setDisplays] = useState<readonly DisplayRecord[]>();
  const [trouble, setTrouble] = useState<string>();
  const [token, setToken] = useState<string>();
  const tell = useCallback(
    (problem: ApiProblem): void => setTrouble(t(problemKey(wordedCode(problem)))),
    [t],
  );
  const load = useCallback(
    (): Promise<void> =>
      fetchDisplays(accountId).then((given) => {
        if (given.ok) setDisplays(given.value.filter((one) => one.bookableIds.includes(bookable.id)));
        else tell(given.problem);
      }),
    [accountId, bookable.id, tell],
  );
  useEffect(() => void load(), [load]);
  const make = async (name: string, ids: readonly string[]): Promise<void> => {
    const made = await makeDisplay(accountId, name, { bookableIds: ids });
    if (made.ok) setToken(made.value);
    else tell(made.problem);
    await load();
  };
  const remove = async ({ id, name }: DisplayRecord): Promise<void> => {
    const done = await removeDisplay(accountId, id);
    if (done.ok) addToast({ message: t("manage.displayRemoved", { name: isolated(name) }) });
    else tell(done.problem);
    await load();
  };
  return (
    <Dialog
      title={t("manage.displays")}
      isOpen
      onClose={onClose}
      footer={
        <Button size={36} onClick={onClose}>
          {t("manage.displayDone")}
        </Button>
      }
    >
      <div className={styles.form}>
        <p>{t("manage.displaysBody")}</p>
        {displays?.length === 0 ? <p>{t("manage.displayNone")}</p> : null}
        <ul className={styles.displays}>
          {displays?.map((display) => (
            <DisplayRow key={display.id} display={display} onRemove={() => void remove(display)} />
          ))}
        </ul>
        {token === undefined ? (
          <NewDisplay accountId={accountId} bookable={bookable} onMake={make} />
        ) : (
          <CopyRow
            label={t("manage.displayLink")}
            text={wholeAddress(`/wall/${token}`)}
            copyLabel={t("manage.displayCopy")}
          />
        )}
        {trouble === undefined ? null : <FieldError>{trouble}</FieldError>}
      </div>
    </Dialog>
  );
}

function DisplayRow({
  display,
  onRemove,
}: {
  readonly display: DisplayRecord;
  readonly onRemove: () => void;
}) {
  const t = useMessages();
  const { name, seenAt } = display;
  return (
    <li>
      <span>
        <b>{isolated(name)}</b>
        <small>
          {seenAt === null ? (
            t("manage.displayNever")
          ) : (
            <Sentence of="manage.displaySeen" args={{ distance: <HowLongAgo at={Date.parse(seenAt)} /> }} />
          )}
        </small>
      </span>
      <IconButton label={t("manage.displayRemove", { name: isolated(name) })} onClick={onRemove}>
        <Trash2 size={16} strokeWidth={1.6} aria-hidden />
      </IconButton>
    </li>
  );
}

interface NewDisplayProps {
  readonly accountId: string;
  readonly bookable: BookableRecord;
  readonly onMake: (name: string, bookableIds: readonly string[]) => Promise<void>;
}

function NewDisplay({ accountId, bookable, onMake }: NewDisplayProps) {
  const t = useMessages();
  const [name, setName] = useState(bookable.name);
  const [others, setOthers] = useState<readonly BookableRecord[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set([bookable.id]));
  useEffect(() => {
    let isHere = true;
    void fetchBookables(accountId).then((given) => {
      // Without them it shows this thing alone.
      if (isHere && given.ok) setOthers(given.value.filter((it) => it.mayManage && it.rules !== null));
    });
    return () => void (isHere = false);
  }, [accountId]);
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => new Set([...before, id].filter((it) => isChosen || it !== id)));
  return (
    <>
      <TextField
        label={t("manage.displayName")}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {others.length > 1 ? (
        <fieldset className={styles.things}>
          <legend>{t("manage.displayThings")}</legend>
          {others.map((it) => (
            <Checkbox key={it.id} checked={chosen.has(it.id)} onChange={(is) => choose(it.id, is)}>
              {isolated(it.name)}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
      <Button
        look="primary"
        size={36}
        disabled={chosen.size === 0}
        onClick={() => void onMake(name.trim() || bookable.name, inOrder(bookable.id, others, chosen))}
      >
        {t("manage.displayMake")}
      </Button>
    </>
  );
}

/** The thing itself first, then the others by name. */
const inOrder = (
  first: string,
  others: readonly BookableRecord[],
  chosen: ReadonlySet<string>,
): readonly string[] =>
  [first, ...others.map(({ id }) => id).filter((id) => id !== first)].filter((id) => chosen.has(id));

import { problemKey } from "@snart/locales/problem-codes.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import type { HouseholdLetterRecord, HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { Plus, Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { fetchHouseholds, makeLetters, removeHousehold } from "../../../api/account/household-api.ts";
import { fetchBookables } from "../../../api/items/booking-api.ts";
import type { Account } from "../../../api/auth-client.ts";
import { wordedCode } from "../../../api/problem.ts";
import { fetchLanguage } from "../../../i18n/in-language.tsx";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingPage } from "../parts/setting-page.tsx";
import { useAdminData } from "../parts/use-list.ts";
import { HouseholdDialog } from "./household-dialog.tsx";
import { HouseholdTable } from "./household-table.tsx";
import { LETTER_LANGUAGES, Letters } from "./letters.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import styles from "./households.module.css";

/** Households, which book as one: made from a list, with people, tags and letters. */
export function HouseholdsPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const fetchAll = useCallback(() => fetchHouseholds(account.id), [account.id]);
  const { data, problem, run } = useAdminData(fetchAll);
  const [words, setWords] = useState("");
  const [isPasting, setPasting] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<readonly string[]>();
  const [things, setThings] = useState<readonly BookableRecord[]>([]);
  const [letters, setLetters] = useState<readonly HouseholdLetterRecord[]>();
  const all = (data ?? []).toSorted(byLabel);
  const waiting = all.filter(({ letter, people }) => !letter && !hasCome(people)).map(({ id }) => id);
  const household = all.find(({ id }) => id === chosen);
  const write = async (ids: readonly string[]): Promise<string | undefined> => {
    // Before the codes and PINs are made, which are shown once.
    const known = await fetchBookables(account.id);
    if (!known.ok) return t(problemKey(wordedCode(known.problem)));
    await Promise.allSettled(LETTER_LANGUAGES.map(fetchLanguage));
    const made = await makeLetters(account.id, ids);
    if (!made.ok) return t(problemKey(wordedCode(made.problem)));
    setAsked(undefined);
    setChosen(undefined);
    setThings(known.value.filter(({ rules }) => rules !== null));
    setLetters(made.value);
    await run(() => fetchHouseholds(account.id));
    return undefined;
  };
  const tell = (ids: readonly string[]): void => {
    void run(() => fetchHouseholds(account.id));
    if (ids.length === 0) return;
    const back = async (): Promise<void> => {
      for (const id of ids) await removeHousehold(account.id, id);
      await run(() => fetchHouseholds(account.id));
    };
    addToast({
      message: t("households.made", { count: ids.length }),
      action: { label: t("action.undo"), takesBack: true, run: () => void back() },
    });
  };
  if (letters)
    return (
      <SettingPage title={t("households.letters")} intro={t("households.lettersIntro")}>
        <Letters letters={letters} households={all} things={things} onDone={() => setLetters(undefined)} />
      </SettingPage>
    );
  return (
    <SettingPage
      title={t("households.title")}
      intro={t("households.intro", { count: all.length, waiting: waiting.length })}
      action={<Acts waiting={waiting} onLetters={() => setAsked(waiting)} onPaste={() => setPasting(true)} />}
    >
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {all.length === 0 ? null : <Search words={words} onChange={setWords} />}
      {data?.length === 0 ? <p className={styles.quiet}>{t("households.none")}</p> : null}
      <HouseholdTable households={all.filter((one) => isFound(one, words))} onChoose={setChosen} />
      {isPasting ? (
        <PasteDialog
          accountId={account.id}
          present={all.map(({ label }) => label)}
          onClose={() => setPasting(false)}
          onMade={tell}
        />
      ) : null}
      {household ? (
        <HouseholdDialog
          accountId={account.id}
          household={household}
          onChanged={async () => void (await run(() => fetchHouseholds(account.id)))}
          onLetter={() => setAsked([household.id])}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
      {asked ? (
        <AskLetters count={asked.length} onClose={() => setAsked(undefined)} onMake={() => write(asked)} />
      ) : null}
    </SettingPage>
  );
}

function Search({ words, onChange }: { readonly words: string; readonly onChange: (words: string) => void }) {
  const t = useMessages();
  return (
    <TextField
      label={t("households.search")}
      hideLabel
      placeholder={t("households.search")}
      type="search"
      value={words}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface AskLettersProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onMake: () => Promise<string | undefined>;
}

/** Former codes and PINs end, and the new ones are shown once: that is said before. */
function AskLetters({ count, onClose, onMake }: AskLettersProps) {
  const t = useMessages();
  return (
    <ConfirmDialog
      title={t("households.letter.ask", { count })}
      confirm={t("households.letter.make", { count })}
      onClose={onClose}
      onConfirm={onMake}
    >
      <p>{t("households.letter.askBody")}</p>
    </ConfirmDialog>
  );
}

interface ActsProps {
  /** those who have neither a letter nor anybody with an account */
  readonly waiting: readonly string[];
  readonly onLetters: () => void;
  readonly onPaste: () => void;
}

function Acts({ waiting, onLetters, onPaste }: ActsProps) {
  const t = useMessages();
  return (
    <span className={styles.acts}>
      {waiting.length === 0 ? null : (
        <Button size={36} onClick={onLetters}>
          <Printer size={16} strokeWidth={1.7} aria-hidden />
          {t("households.letter.print", { count: waiting.length })}
        </Button>
      )}
      <Button look="primary" size={36} onClick={onPaste}>
        <Plus size={16} strokeWidth={2} aria-hidden />
        {t("households.paste")}
      </Button>
    </span>
  );
}

const byLabel = (a: HouseholdRecord, b: HouseholdRecord): number =>
  a.label.localeCompare(b.label, undefined, { numeric: true });

const hasCome = (people: HouseholdRecord["people"]): boolean =>
  Object.values(people).some(({ status }) => status === "active");

function isFound({ label, name, people, tags }: HouseholdRecord, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  const said = [
    label,
    name,
    ...Object.values(people).flatMap((it) => [it.name, it.email ?? ""]),
    ...Object.keys(tags),
  ];
  return said.join(" ").toLocaleLowerCase().includes(wanted);
}

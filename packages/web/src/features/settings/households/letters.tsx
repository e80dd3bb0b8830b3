import type { HouseholdLetterRecord, HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { Printer } from "lucide-react";
import { useState } from "react";
import { base } from "../../../api/place.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { InLanguage } from "../../../i18n/in-language.tsx";
import { useMessages, type Language } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import sheets from "../../../ui/paper/print-sheets.module.css";
import { usePageSize } from "../../../ui/paper/use-page-size.ts";
import { Mark } from "../../../ui/mark.tsx";
import { RuleList } from "../../bookables/screen.tsx";
import { QrCode } from "../../device-code/screen.tsx";
import styles from "./letters.module.css";

/** Whoever is not known to read one of them gets both, on two sides. */
export const LETTER_LANGUAGES: readonly Language[] = ["sv", "en-GB"];

interface LettersProps {
  readonly letters: readonly HouseholdLetterRecord[];
  readonly households: readonly HouseholdRecord[];
  /** what can be booked, with its rules */
  readonly things: readonly BookableRecord[];
  readonly onDone: () => void;
}

/** The letters that were just made, one page each: their codes and PINs are here this once, and nowhere else. */
export function Letters({ letters, households, things, onDone }: LettersProps) {
  const t = useMessages();
  const [isPrinted, setPrinted] = useState(false);
  usePageSize("A4", false);
  return (
    <>
      <p className={styles.once}>{t("households.letter.once", { count: letters.length })}</p>
      <div className={styles.acts}>
        <Button
          look="primary"
          size={40}
          onClick={() => {
            print();
            setPrinted(true);
          }}
        >
          <Printer size={16} strokeWidth={1.7} aria-hidden />
          {t("households.letter.print", { count: letters.length })}
        </Button>
        <Button size={40} onClick={onDone}>
          {t(isPrinted ? "action.done" : "households.letter.leave")}
        </Button>
      </div>
      <div className={styles.scroll}>
        <div className={sheets.sheets} data-sheets="">
          {letters.map((letter) => {
            const household = households.find(({ id }) => id === letter.householdId);
            if (!household) return null;
            const languages = household.language ? [household.language] : LETTER_LANGUAGES;
            return languages.map((language) => (
              <InLanguage key={`${letter.householdId} ${language}`} language={language}>
                <Letter letter={letter} household={household} things={things} language={language} />
              </InLanguage>
            ));
          })}
        </div>
      </div>
    </>
  );
}

/** So many rules a letter has room for, of whatever things. */
const MOST_RULES = 6;

/** What is worth a line on paper. */
const TOLD: ReadonlySet<string> = new Set(["ahead", "number", "cancel", "noShow"]);

/** The rules of what can be booked, in short sentences. */
function Rules({ things }: { readonly things: readonly BookableRecord[] }) {
  const t = useMessages();
  if (things.length === 0) return null;
  const shown = things.slice(0, MOST_RULES);
  return (
    <section className={styles.rules}>
      <h3>{t("households.letter.rules")}</h3>
      {shown.map(({ id, name, rules, labels }) =>
        rules ? (
          <div key={id}>
            <b>{isolated(name)}</b>
            <RuleList
              rules={rules}
              labels={labels}
              isTold={({ group }) => TOLD.has(group)}
              most={Math.max(1, Math.floor(MOST_RULES / shown.length))}
            />
          </div>
        ) : null,
      )}
    </section>
  );
}

interface LetterProps {
  readonly letter: HouseholdLetterRecord;
  readonly household: HouseholdRecord;
  readonly things: readonly BookableRecord[];
  readonly language: Language;
}

function Letter({ letter, household: { id, label, name }, things, language }: LetterProps) {
  const t = useMessages();
  const { dayAndYear } = useFormats(useViewerZone().id);
  const now = useNow();
  const whose = `${isolated(label)} ${isolated(name)}`.trim();
  return (
    <section className={styles.letter} data-sheet="" aria-label={whose} lang={language}>
      <header>
        <b>{location.hostname}</b>
        <span>
          {dayAndYear(now)}
          <b>{whose}</b>
        </span>
      </header>
      <h2>{t("households.letter.title")}</h2>
      <p>{t("households.letter.intro")}</p>
      <div className={styles.way}>
        <QrCode text={letter.url} label={t("households.letter.qr", { name: whose })} />
        <ol>
          <li>
            {t("households.letter.camera")}{" "}
            <b>{t("households.letter.address", { host: location.host + base })}</b>
          </li>
          <li>
            {t("households.letter.code")} <b>{letter.code}</b>.{" "}
            {t("households.letter.until", {
              name: isolated(label),
              date: dayAndYear(Date.parse(letter.expiresAt)),
            })}
          </li>
          <li>{t("households.letter.book")}</li>
        </ol>
      </div>
      <div className={styles.door}>
        <span className="visually-hidden">{t("households.letter.pinIs", { pin: letter.pin })}</span>
        <span className={styles.digits} aria-hidden>
          {Array.from(letter.pin, (digit, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a place of the PIN
            <b key={at}>{digit}</b>
          ))}
        </span>
        <p>{t("households.letter.pin", { label: isolated(label) })}</p>
      </div>
      <Rules things={things.filter(({ rules }) => rules?.mayBook?.includes(id) ?? true)} />
      <footer>
        {t("households.letter.lost")}
        <Mark />
      </footer>
    </section>
  );
}

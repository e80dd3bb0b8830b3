import type { HouseholdLetterRecord, HouseholdRecord } from "@snart/calendar/jmap/household.ts";
import { Printer } from "lucide-react";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Button } from "../../../ui/button.tsx";
import sheets from "../../../ui/paper/print-sheets.module.css";
import { usePageSize } from "../../../ui/paper/use-page-size.ts";
import { Mark } from "../../../ui/mark.tsx";
import { QrCode } from "../../device-code/screen.tsx";
import styles from "./letters.module.css";

interface LettersProps {
  readonly letters: readonly HouseholdLetterRecord[];
  readonly households: readonly HouseholdRecord[];
  readonly onDone: () => void;
}

/** The letters that were just made, one page each: their codes and PINs are here this once, and nowhere else. */
export function Letters({ letters, households, onDone }: LettersProps) {
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
            return household ? (
              <Letter key={letter.householdId} letter={letter} household={household} />
            ) : null;
          })}
        </div>
      </div>
    </>
  );
}

interface LetterProps {
  readonly letter: HouseholdLetterRecord;
  readonly household: HouseholdRecord;
}

function Letter({ letter, household: { label, name } }: LetterProps) {
  const t = useMessages();
  const { dayAndYear } = useFormats(useViewerZone().id);
  const now = useNow();
  const whose = `${isolated(label)} ${isolated(name)}`.trim();
  return (
    <section className={styles.letter} data-sheet="" aria-label={whose}>
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
            {t("households.letter.camera")} <b>{t("households.letter.address", { host: location.host })}</b>
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
      <footer>
        {t("households.letter.lost")}
        <Mark />
      </footer>
    </section>
  );
}

import { printNameDays } from "@snart/calendar/almanac/name-days.ts";
import { readNameDays, type UnreadLine } from "./read-name-days.ts";
import { useId, useRef, useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { jmap } from "../../../api/jmap-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { Saver } from "../parts/save-state.ts";
import styles from "./name-days-section.module.css";
import { SettingSection } from "../parts/setting-page.tsx";

/** A list of names is never larger; a larger file is something else. */
const MOST_BYTES = 1_000_000;
const SHOWN = 5;

interface NameDaysSectionProps {
  readonly account: Account;
  readonly save: Saver["save"];
}

type Trouble = "tooLong" | "noFile";

/**
 * The person's own list of name days: typed, pasted or read from a file. Snart includes none, because the lists that
 * people follow belong to their publishers.
 */
export function NameDaysSection({ account, save }: NameDaysSectionProps) {
  const t = useMessages();
  const field = useId();
  const chosen = useRef<HTMLInputElement>(null);
  const stored = account.preferences.nameDays ?? "";
  const [typed, setTyped] = useState<string>();
  const [unread, setUnread] = useState<readonly UnreadLine[]>([]);
  const [trouble, setTrouble] = useState<Trouble>();
  const text = typed ?? stored;
  const write = (next: string): void => {
    setTyped(next);
    setUnread([]);
    setTrouble(undefined);
  };

  const keep = async (): Promise<void> => {
    const read = readNameDays(text);
    const printed = printNameDays(read.days);
    setUnread(read.unread);
    const session = await jmap.session();
    if (session.ok && printed.length > session.value.maxSizeNameDays) return setTrouble("tooLong");
    if (read.unread.length > 0) return;
    save({ preferences: { nameDays: printed === "" ? null : printed } });
    setTyped(undefined);
    addToast({ message: t("settings.nameDays.saved", { count: read.days.size }) });
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const content = file.size > MOST_BYTES ? "" : await file.text();
    const { days, unread: left } = readNameDays(content);
    if (days.size === 0) return setTrouble("noFile");
    write([printNameDays(days), ...left.map((line) => line.text)].join("\n"));
  };

  return (
    <SettingSection title={t("settings.nameDays.title")}>
      <div className={styles.list}>
        <label htmlFor={field} className={styles.help}>
          {t("settings.nameDays.help")}
        </label>
        <textarea
          id={field}
          className={styles.area}
          rows={text === "" ? 3 : 8}
          spellCheck={false}
          placeholder={t("settings.nameDays.example")}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          aria-invalid={unread.length > 0 || trouble !== undefined || undefined}
          aria-describedby={`${field}-trouble`}
        />
        <Troubles id={`${field}-trouble`} unread={unread} trouble={trouble} />
        <div className={styles.buttons}>
          <Button size={36} onClick={() => chosen.current?.click()}>
            {t("settings.nameDays.file")}
          </Button>
          <Button
            size={36}
            look="primary"
            onClick={() => void keep()}
            disabled={typed === undefined || typed === stored}
          >
            {t("settings.nameDays.save")}
          </Button>
        </div>
        <input
          ref={chosen}
          type="file"
          hidden
          accept=".txt,.csv,.ics,text/plain,text/csv,text/calendar"
          aria-label={t("settings.nameDays.file")}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
    </SettingSection>
  );
}

interface TroublesProps {
  readonly id: string;
  readonly unread: readonly UnreadLine[];
  readonly trouble: Trouble | undefined;
}

function Troubles({ id, unread, trouble }: TroublesProps) {
  const t = useMessages();
  return (
    <div id={id} aria-live="polite">
      {unread.length > 0 ? <Unread lines={unread} /> : null}
      {trouble === undefined ? null : <FieldError>{t(`settings.nameDays.${trouble}`)}</FieldError>}
    </div>
  );
}

function Unread({ lines }: { readonly lines: readonly UnreadLine[] }) {
  const t = useMessages();
  return (
    <>
      <FieldError>{t("settings.nameDays.unread", { count: lines.length })}</FieldError>
      <ul className={styles.unread}>
        {lines.slice(0, SHOWN).map(({ line, text }) => (
          <li key={line}>{t("settings.nameDays.line", { line, text })}</li>
        ))}
      </ul>
    </>
  );
}

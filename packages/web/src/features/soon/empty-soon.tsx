import { Download, Plus, Smartphone, Users } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/messages.ts";
import type { SoonPageState } from "./page-state.ts";
import { namedItems } from "./soon-items.ts";
import { useNamedDays } from "../../grid/almanac/use-named-days.ts";
import { SoonHorizon } from "./horizon.tsx";
import { NamedRow } from "../../grid/spine/named-row.tsx";
import styles from "./empty-soon.module.css";
import list from "../../grid/spine/spine.module.css";

interface EmptySoonProps {
  readonly page: SoonPageState;
  /** how many days ahead the almanac's days are looked for */
  readonly ahead: number;
  readonly onPick: (key: string) => void;
}

const MOST_NAMED = 7;

/** The page of coming events when it is empty: the horizon, the almanac's days, and a way to begin. */
export function EmptySoon({ page, ahead, onPick }: EmptySoonProps) {
  const t = useMessages();
  const known = useNamedDays(ahead);
  const named = useMemo(() => namedItems(known.slice(0, MOST_NAMED)), [known]);
  const icon = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;
  return (
    <>
      <h2 className={styles.lead}>{t("rail.empty")}</h2>
      <SoonHorizon items={named} address={page.account.email} onPick={onPick} />
      {named.length > 0 ? (
        <ol className={`${list.list} ${styles.named}`} aria-label={t("palette.almanac")}>
          {named.map((it) => (
            <NamedRow key={it.key} item={it} />
          ))}
        </ol>
      ) : null}
      <div className={styles.begin}>
        {page.itemActions.calendarForNew ? (
          <button type="button" className={styles.add} onClick={() => page.setDialog("add")}>
            <Plus {...icon} />
            <span>{t("rail.emptyTry")}</span>
            <kbd aria-hidden>N</kbd>
          </button>
        ) : null}
        <nav className={styles.links} aria-label={t("rail.emptyBegin")}>
          <Link href="/settings/import" className={styles.link}>
            <Download {...icon} />
            <span>
              <b>{t("rail.emptyBring")}</b>
              <small>{t("rail.emptyBringHint")}</small>
            </span>
          </Link>
          <Link href="/settings/devices" className={styles.link}>
            <Smartphone {...icon} />
            <span>
              <b>{t("rail.emptyPhone")}</b>
              <small>{t("rail.emptyPhoneHint")}</small>
            </span>
          </Link>
          <Link href="/settings/sharing" className={styles.link}>
            <Users {...icon} />
            <span>
              <b>{t("rail.emptyShare")}</b>
              <small>{t("rail.emptyShareHint")}</small>
            </span>
          </Link>
        </nav>
      </div>
    </>
  );
}

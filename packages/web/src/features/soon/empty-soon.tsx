import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { usePhone } from "../../ui/use-media.ts";
import { useFirstSteps } from "../first-steps/model.ts";
import type { SoonPageState } from "./page-state.ts";
import { namedItems } from "./soon-items.ts";
import { useNamedDays } from "../../grid/almanac/use-named-days.ts";
import { OfferedSteps } from "./first-steps.tsx";
import { SoonHorizon } from "./horizon.tsx";
import { NamedLead } from "./named-lead.tsx";
import { NamedRow } from "../../grid/spine/named-row.tsx";
import styles from "./empty-soon.module.css";
import list from "../../grid/spine/spine.module.css";

interface EmptySoonProps {
  readonly page: SoonPageState;
  /** how many days ahead the almanac's days are looked for */
  readonly ahead: number;
  readonly onPick: (key: string) => void;
}

const [MOST_NAMED, MOST_ON_PHONE] = [7, 3];

/** The page of coming events when it is empty: the horizon, the almanac's days, a way to begin, and the first steps. */
export function EmptySoon({ page, ahead, onPick }: EmptySoonProps) {
  const t = useMessages();
  const known = useNamedDays(ahead);
  const { left } = useFirstSteps();
  const most = usePhone() ? MOST_ON_PHONE : MOST_NAMED;
  const named = useMemo(() => namedItems(known.slice(0, most)), [known, most]);
  const { account } = page;
  const [name] = account.displayName.split(/\s+/u);
  return (
    <>
      <h2 className={styles.lead}>
        <NamedLead
          named={known[0]}
          {...(left.includes("import") && name !== undefined && { welcome: name })}
        />
      </h2>
      <SoonHorizon items={named} address={account.email} onPick={onPick} />
      <div className={styles.columns} data-offers={left.length > 0 || undefined}>
        <div>
          {named.length > 0 ? (
            <ol className={`${list.list} ${styles.named}`} aria-label={t("palette.almanac")}>
              {named.map((it) => (
                <NamedRow key={it.key} item={it} isDated />
              ))}
            </ol>
          ) : null}
          {page.itemActions.calendarForNew ? (
            <div className={styles.begin}>
              <button type="button" className={styles.add} onClick={() => page.setDialog("add")}>
                <Plus size={18} strokeWidth={1.6} aria-hidden />
                <span>{t("rail.emptyTry")}</span>
                <kbd aria-hidden>N</kbd>
              </button>
            </div>
          ) : null}
        </div>
        <OfferedSteps account={account} />
      </div>
    </>
  );
}

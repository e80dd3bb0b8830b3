import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import type { PageOwner } from "./use-page-owners.ts";
import styles from "../screen.module.css";

interface LendThingsProps {
  readonly owner: PageOwner;
  readonly isBusy: boolean;
  readonly onLend: (thing: BookableRecord) => void;
}

/** What a group can let guests book without anybody who receives them, a button for each. */
export function LendThings({ owner: { things }, isBusy, onLend }: LendThingsProps) {
  const t = useMessages();
  if (things.length === 0) return null;
  return (
    <section aria-label={t("bookingPages.lend")} className={styles.lend}>
      <p>{t("bookingPages.lendIntro")}</p>
      <span className={styles.ways}>
        {things.map((thing) => (
          <Button key={thing.id} disabled={isBusy} onClick={() => onLend(thing)}>
            {t("bookingPages.lendNamed", { name: isolated(thing.name) })}
          </Button>
        ))}
      </span>
    </section>
  );
}

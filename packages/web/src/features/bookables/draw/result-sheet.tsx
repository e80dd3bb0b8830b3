import type { DrawRecord, DrawShareRecord } from "@snart/calendar/jmap/booking.ts";
import { Download } from "lucide-react";
import { fetchDrawFile } from "../../../api/items/booking-api.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useSaying } from "../presence/use-saying.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import { usePeriodWords } from "./use-period-words.ts";
import type { DrawSheetProps } from "./wishes-sheet.tsx";
import styles from "./draw.module.css";

/** Who got what in a draw, in its order, and how anybody can check it. */
export function ResultSheet({ accountId, bookings, bookable, draw, onClose }: DrawSheetProps) {
  const t = useMessages();
  const period = usePeriodWords(bookable);
  const { tell, isAway } = useSaying(accountId, bookable, bookings);
  const save = async (): Promise<void> => {
    if (isAway()) return;
    const given = await fetchDrawFile(accountId, draw.id);
    if (!given.ok) return tell(given.problem);
    saveFile(given.value.name, given.value.content, "application/json");
  };
  return (
    <Dialog
      title={t("bookables.draw.resultTitle")}
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <Button size={40} onClick={() => void save()}>
          <Download size={18} strokeWidth={1.7} aria-hidden />
          {t("bookables.draw.download")}
        </Button>
      }
    >
      <p className={styles.lead}>{period(draw)}</p>
      {draw.results.length === 0 ? <p className={styles.quiet}>{t("bookables.draw.nobody")}</p> : null}
      <ol className={styles.shares}>
        {draw.results.map((share) => (
          <Share key={share.number} bookable={bookable} share={share} />
        ))}
      </ol>
      <Check draw={draw} />
    </Dialog>
  );
}

function Share({ bookable, share }: Pick<DrawSheetProps, "bookable"> & { readonly share: DrawShareRecord }) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const { number, label, wish, start, end, isOwn } = share;
  const who = label === null ? t("bookables.draw.number", { number }) : isolated(label);
  const time =
    start !== null && end !== null ? { start: Date.parse(start), end: Date.parse(end) } : undefined;
  return (
    <li data-own={isOwn || undefined}>
      <b>{isOwn ? t("bookables.draw.own", { who, number }) : who}</b>
      <span>
        {time
          ? t("bookables.draw.got", { when: words.when(time), wish: wish ?? 1 })
          : t("bookables.draw.lost")}
      </span>
    </li>
  );
}

const COMMAND = "snart draw verify FILE";

function Check({ draw }: { readonly draw: DrawRecord }) {
  const t = useMessages();
  return (
    <div className={styles.seal}>
      <details>
        <summary>{t("bookables.draw.check")}</summary>
        <p>{t("bookables.draw.checkBody")}</p>
        <p>
          <code>{COMMAND}</code>
        </p>
        <p>
          {t("bookables.draw.seal")} <code>{draw.commitment}</code>
        </p>
        <p>
          {t("bookables.draw.digest")} <code>{draw.digest}</code>
        </p>
      </details>
    </div>
  );
}

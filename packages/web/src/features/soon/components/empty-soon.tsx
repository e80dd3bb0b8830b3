import { Download, Smartphone } from "lucide-react";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import { EmptyHorizon } from "../../../ui/empty-horizon.tsx";
import styles from "./empty-soon.module.css";

/** The page of what comes soon with nothing on it: the horizon, and where to begin. */
export function EmptySoon({ days }: { readonly days: number }) {
  const t = useMessages();
  const icon = { size: 18, strokeWidth: 1.6, "aria-hidden": true } as const;
  return (
    <div className={styles.page}>
      <h2 className={styles.lead}>{t("rail.empty")}</h2>
      <p className={styles.hint}>{t("rail.emptyHint", { days })}</p>
      <EmptyHorizon lit />
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
      </nav>
    </div>
  );
}

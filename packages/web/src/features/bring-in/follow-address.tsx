import { Link } from "wouter";
import { useMessages } from "../../i18n/messages.ts";
import styles from "./bring-in.module.css";

/** What following an address is, and the way to where that is done. */
export function FollowAddress() {
  const t = useMessages();
  return (
    <section className={styles.drop}>
      <p>{t("bringIn.how.address")}</p>
      <Link href="/settings/calendars#subscribe" className={styles.go}>
        {t("bringIn.followAddress")}
      </Link>
    </section>
  );
}

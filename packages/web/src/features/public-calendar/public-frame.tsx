import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { zoneCity } from "../../i18n/time-zones.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { Wordmark } from "../../ui/mark.tsx";
import { LanguageLinks } from "../signed-out/screen.tsx";
import styles from "./public-frame.module.css";

/** What stands around a published calendar: whose clock its times follow, and the languages. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const t = useMessages();
  const zone = useViewerZone();
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <Wordmark />
        <span className={styles.zone}>{t("public.zone", { city: zoneCity(zone.id, t) })}</span>
        <LanguageLinks />
      </header>
      {children}
    </div>
  );
}

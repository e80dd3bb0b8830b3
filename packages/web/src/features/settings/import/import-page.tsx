import { Link } from "wouter";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { chooseImportFiles } from "../../import/screen.tsx";
import { ExportSection } from "./export-section.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import styles from "./import-page.module.css";

/** Imports calendar files, and exports the person's own. The import is the same as for a file dropped anywhere. */
export function ImportPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  return (
    <SettingPage title={t("settings.import.title")} intro={t("settings.import.intro")}>
      <SettingSection title={t("bringIn.title")}>
        <SettingRow label={t("bringIn.wayIn")} help={t("bringIn.intro")}>
          <Link href="/settings/import/move" className={styles.go}>
            {t("bringIn.open")}
          </Link>
        </SettingRow>
      </SettingSection>
      <SettingSection title={t("settings.import.in")}>
        <p className={styles.note}>{t("settings.import.inHelp")}</p>
        <div className={styles.drop}>
          <Button size={36} onClick={() => chooseImportFiles(t)}>
            {t("import.choose")}
          </Button>
          <span className={styles.or}>{t("import.orDrop")}</span>
        </div>
      </SettingSection>
      <ExportSection accountId={account.id} />
    </SettingPage>
  );
}

import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { chooseImportFiles } from "../../import/screen.tsx";
import { SettingPage, SettingSection } from "../components/setting-page.tsx";
import styles from "./import-page.module.css";

/** Bringing calendar files in; the import itself is the one that dropping a file anywhere begins. */
export function ImportPage() {
  const t = useMessages();
  return (
    <SettingPage title={t("settings.import.title")} intro={t("settings.import.intro")}>
      <SettingSection>
        <div className={styles.drop}>
          <Button size={36} look="primary" onClick={chooseImportFiles}>
            {t("import.choose")}
          </Button>
          <span className={styles.or}>{t("import.orDrop")}</span>
        </div>
        <p className={styles.note}>{t("settings.import.how")}</p>
      </SettingSection>
    </SettingPage>
  );
}

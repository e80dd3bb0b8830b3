import { languages } from "@snart/locales/language.ts";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { asTheme, chosenTheme, showTheme, type Theme } from "../../../ui/theme.ts";
import { languageNames } from "../../signed-out/model.ts";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";

/** Language, theme and how close the hours lie, all in force at once. */
export function LookSection({ account, save }: { readonly account: Account; readonly save: Saver["save"] }) {
  const t = useMessages();
  const { language, setLanguage } = useSpeech();
  const { density } = account.preferences;
  const theme = asTheme(account.preferences.theme);
  const chooseTheme = (chosen: Theme): void => {
    showTheme(chosen);
    save({ preferences: { theme: chosenTheme(chosen) } });
  };
  return (
    <SettingSection>
      <SettingRow label={t("language.label")} help={t("language.labelInOther")}>
        <SegmentedControl
          label={t("language.label")}
          size={34}
          segments={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={(chosen) => {
            setLanguage(chosen);
            save({ preferences: { language: chosen } });
          }}
        />
      </SettingRow>
      <SettingRow label={t("settings.profile.theme")}>
        <SegmentedControl
          label={t("settings.profile.theme")}
          size={34}
          segments={[
            { value: "light", label: t("settings.profile.themeLight") },
            { value: "dark", label: t("settings.profile.themeDark") },
            { value: "system", label: t("settings.profile.themeSystem") },
          ]}
          value={theme}
          onChange={chooseTheme}
        />
      </SettingRow>
      <SettingRow label={t("settings.look.density")} help={t("settings.look.densityHelp")}>
        <SegmentedControl
          label={t("settings.look.density")}
          size={34}
          segments={[
            { value: "compact", label: t("settings.look.compact") },
            { value: "normal", label: t("settings.look.normal") },
            { value: "roomy", label: t("settings.look.roomy") },
          ]}
          value={density === "compact" || density === "roomy" ? density : "normal"}
          onChange={(chosen) => save({ preferences: { density: chosen === "normal" ? null : chosen } })}
        />
      </SettingRow>
    </SettingSection>
  );
}

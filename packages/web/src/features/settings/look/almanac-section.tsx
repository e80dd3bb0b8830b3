import { useId } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";

const REGIONS = [
  ["SE", "sweden"],
  ["GB-ENG", "england"],
  ["GB-SCT", "scotland"],
  ["GB-NIR", "northernIreland"],
  ["none", "none"],
] as const;
const FREE_ON = ["red", "eves", "customary"] as const;
/** By time zone and language. */
const BY_ITSELF = "auto";

/** The region of the holidays, and the days that count as free when squeeze days are computed. */
export function AlmanacSection({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const [region, free] = [useId(), useId()];
  const { almanac, freeOn } = account.preferences;
  return (
    <SettingSection title={t("settings.look.almanac")}>
      <SettingRow label={t("settings.look.region")} help={t("settings.look.regionHelp")} htmlFor={region}>
        <Select
          id={region}
          label={t("settings.look.region")}
          hideLabel
          options={[
            { value: BY_ITSELF, label: t("settings.look.region.auto") },
            ...REGIONS.map(([value, name]) => ({ value, label: t(`settings.look.region.${name}`) })),
          ]}
          value={almanac ?? BY_ITSELF}
          onChange={(chosen) => save({ preferences: { almanac: chosen === BY_ITSELF ? null : chosen } })}
          aria-describedby={`${region}-help`}
        />
      </SettingRow>
      <SettingRow label={t("settings.look.freeOn")} help={t("settings.look.freeOnHelp")} htmlFor={free}>
        <Select
          id={free}
          label={t("settings.look.freeOn")}
          hideLabel
          options={FREE_ON.map((value) => ({ value, label: t(`settings.look.freeOn.${value}`) }))}
          value={freeOn ?? "eves"}
          onChange={(chosen) => save({ preferences: { freeOn: chosen === "eves" ? null : chosen } })}
          aria-describedby={`${free}-help`}
        />
      </SettingRow>
    </SettingSection>
  );
}

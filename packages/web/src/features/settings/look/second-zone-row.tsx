import { useId, useMemo } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { Saver } from "../parts/save-state.ts";
import { zoneOptions } from "../../../i18n/time-zones.ts";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./time-zone-row.module.css";

/** Another zone whose hours stand beside the viewer's in the day and the week. */
export function SecondZoneRow({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const id = useId();
  const chosen = account.preferences.secondTimeZone ?? "";
  const none = t("settings.look.noSecondZone");
  const options = useMemo(() => {
    const known = Intl.supportedValuesOf("timeZone");
    return [{ value: "", label: none }, ...zoneOptions(known, chosen || (known[0] ?? "UTC"), t)];
  }, [chosen, none, t]);
  return (
    <SettingRow label={t("settings.look.secondZone")} help={t("settings.look.secondZoneHelp")} htmlFor={id}>
      <Select
        id={id}
        label={t("settings.look.secondZone")}
        hideLabel
        className={styles.select ?? ""}
        options={options}
        value={chosen}
        onChange={(zone) => save({ preferences: { secondTimeZone: zone || null } })}
        aria-describedby={`${id}-help`}
      />
    </SettingRow>
  );
}

import { useMemo, useId } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { Saver } from "../parts/save-state.ts";
import { zoneOptions } from "../../../i18n/time-zones.ts";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./time-zone-row.module.css";

/** The time zone of all days, times and distances. */
export function TimeZoneRow({ account, save }: { readonly account: Account; readonly save: Saver["save"] }) {
  const t = useMessages();
  const id = useId();
  const now = useNow();
  const zone = useViewerZone();
  const chosen = account.preferences.timeZone ?? zone.id;
  const options = useMemo(() => zoneOptions(Intl.supportedValuesOf("timeZone"), chosen, t), [chosen, t]);
  const time = useFormats(zone.id).time(now);
  return (
    <SettingRow
      label={t("settings.profile.zone")}
      help={t("settings.profile.zoneHelp", { time })}
      htmlFor={id}
    >
      <Select
        id={id}
        label={t("settings.profile.zone")}
        hideLabel
        className={styles.select ?? ""}
        options={options}
        value={chosen}
        onChange={(timeZone) => save({ preferences: { timeZone } })}
        aria-describedby={`${id}-help`}
      />
    </SettingRow>
  );
}

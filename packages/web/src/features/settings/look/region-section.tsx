import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import type { Account, Preferences } from "../../../api/auth-client.ts";
import { formats } from "../../../i18n/format.ts";
import type { FormatHabits } from "../../../i18n/format-habits.ts";
import { useMessages, useSpeech } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SecondZoneRow } from "./second-zone-row.tsx";
import { SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { TimeZoneRow } from "./time-zone-row.tsx";

const clocks = ["24", "12"] as const;
const orders = ["day-month", "month-day", "year-month-day"] as const;
/** A day and a time that no two ways of writing have in common. */
const SAMPLE = localFromFields(2026, 11, 27) + 19 * HOUR + 30 * MINUTE;

/** The formats of times and dates, whatever the language, with examples. The week begins on Monday in both. */
export function RegionSection({
  account,
  save,
}: {
  readonly account: Account;
  readonly save: Saver["save"];
}) {
  const t = useMessages();
  const { language, messages } = useSpeech();
  const { clock, dateOrder } = account.preferences;
  const sample = (habits: FormatHabits) => formats(language, "UTC", messages, habits);
  const prefer = (preferences: Preferences): void => save({ preferences });
  return (
    <SettingSection title={t("settings.profile.time")}>
      <SettingRow label={t("settings.region.clock")}>
        <SegmentedControl
          label={t("settings.region.clock")}
          size={34}
          segments={clocks.map((value) => ({ value, label: sample({ clock: value }).time(SAMPLE) }))}
          value={clock === "12" ? "12" : "24"}
          onChange={(value) => prefer({ clock: value === "12" ? value : null })}
        />
      </SettingRow>
      <SettingRow label={t("settings.region.date")} help={t("settings.region.dateHelp")}>
        <Select
          label={t("settings.region.date")}
          hideLabel
          options={orders.map((value) => ({
            value,
            label: sample({ dateOrder: value }).dateAndYear(SAMPLE),
          }))}
          value={orders.find((value) => value === dateOrder) ?? "day-month"}
          onChange={(value) => prefer({ dateOrder: value === "day-month" ? null : value })}
        />
      </SettingRow>
      <TimeZoneRow account={account} save={save} />
      <SecondZoneRow account={account} save={save} />
    </SettingSection>
  );
}

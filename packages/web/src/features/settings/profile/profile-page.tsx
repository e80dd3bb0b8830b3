import { Link } from "wouter";
import type { Account } from "../../../api/auth-client.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { machineZone, useViewerZone } from "../../../i18n/viewer-zone.ts";
import { SaveNote } from "../parts/save-note.tsx";
import { SettingPage, SettingRow, SettingSection } from "../parts/setting-page.tsx";
import { ToggleRow } from "../parts/toggle-row.tsx";
import { useSaver } from "../parts/save-state.ts";
import { CloseAccountRow } from "./close-account-row.tsx";
import { DisplayNameRow } from "./display-name-row.tsx";
import { EmailRow } from "./email-row.tsx";
import { InitialsRow } from "./initials-row.tsx";
import { LoginRow } from "./login-row.tsx";
import { NewEventsSection } from "./new-events-section.tsx";
import { PhotoRow } from "./photo-row.tsx";
import styles from "./photo.module.css";

/** The person's profile as others see it, what their new events begin with, and the end of it all. Every change is saved at once. */
export function ProfilePage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const { state, save } = useSaver(account);
  return (
    <SettingPage title={t("settings.profile.title")} intro={t("settings.profile.intro")}>
      <SettingSection>
        <PhotoRow account={account} />
        <DisplayNameRow key={account.displayName} account={account} save={save} />
        <InitialsRow key={account.preferences.initials} account={account} save={save} />
        <EmailRow account={account} />
        <LoginRow account={account} />
      </SettingSection>
      <SettingSection title={t("photo.where")}>
        <ZoneRow />
        <ToggleRow
          label={t("photo.travel")}
          help={t("photo.travelHelp", { device: zoneCity(machineZone().id, t) })}
          checked={account.preferences.askWhenTravelling !== false}
          onChange={(on) => save({ preferences: { askWhenTravelling: on ? null : false } })}
        />
      </SettingSection>
      <NewEventsSection account={account} save={save} />
      <SettingSection>
        <CloseAccountRow account={account} />
      </SettingSection>
      <SaveNote state={state} />
    </SettingPage>
  );
}

/** The time zone, which is chosen with the rest of how the calendar looks. */
function ZoneRow() {
  const t = useMessages();
  const zone = useViewerZone();
  const time = useFormats(zone.id).time(useNow());
  return (
    <SettingRow label={t("settings.profile.zone")} help={t("settings.profile.zoneHelp", { time })} narrow>
      <span className={styles.value}>{zoneCity(zone.id, t)}</span>
      <Link href="/settings/look" className={styles.link} aria-label={t("photo.changeZone")}>
        {t("changeAddress.open")}
      </Link>
    </SettingRow>
  );
}

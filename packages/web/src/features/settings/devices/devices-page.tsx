import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ByHand } from "./by-hand.tsx";
import { ConnectedDevices } from "./connected-devices.tsx";
import { DeviceSteps } from "./device-steps.tsx";
import { SettingPage, SettingSection } from "../parts/setting-page.tsx";
import { useDeviceList } from "./device-list.ts";

/** Calendar apps and the passwords they use. */
export function DevicesPage({ account }: { readonly account: Account }) {
  const t = useMessages();
  const list = useDeviceList(account.id);
  return (
    <SettingPage title={t("settings.devices.title")} intro={t("settings.devices.intro")}>
      <SettingSection title={t("settings.devices.setUp")}>
        <DeviceSteps accountId={account.id} />
      </SettingSection>
      <SettingSection title={t("settings.devices.byHand")}>
        <ByHand account={account} create={list.create} />
      </SettingSection>
      <SettingSection title={t("settings.devices.connected")}>
        <ConnectedDevices accountId={account.id} list={list} />
      </SettingSection>
    </SettingPage>
  );
}

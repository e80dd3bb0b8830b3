import { useEffect, useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { SettingRow } from "../parts/setting-page.tsx";
import { readDevice, showSample, turnOffDevice, turnOnDevice, type DeviceState } from "./this-device.ts";

/** The settings of this browser, which can be set only here. */
export function DeviceRow() {
  const t = useMessages();
  const [state, setState] = useState<DeviceState>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    void readDevice().then((read) => {
      if (!isGone) setState(read);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const change = async (): Promise<void> => {
    setBusy(true);
    const next = state === "on" ? await turnOffDevice() : await turnOnDevice();
    setBusy(false);
    if (next === "failed") addToast({ message: t("settings.notifications.deviceFailed") });
    else setState(next);
  };
  const sample = async (): Promise<void> => {
    const shown = await showSample(
      t("settings.notifications.sample"),
      t("settings.notifications.sampleBody"),
    );
    if (!shown) setState(await readDevice());
  };
  if (state === undefined) return null;
  return (
    <SettingRow label={t("settings.notifications.device")} help={t(`settings.notifications.device.${state}`)}>
      {state === "on" ? (
        <Button size={36} look="quiet" onClick={() => void sample()}>
          {t("settings.notifications.try")}
        </Button>
      ) : null}
      {state === "on" || state === "off" ? (
        <Button size={36} onClick={() => void change()} disabled={isBusy}>
          {t(state === "on" ? "settings.notifications.turnOff" : "settings.notifications.turnOn")}
        </Button>
      ) : null}
    </SettingRow>
  );
}

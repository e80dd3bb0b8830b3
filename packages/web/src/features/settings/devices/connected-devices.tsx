import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { DeviceList } from "./device-list.ts";
import styles from "./connected-devices.module.css";
import { DeviceRow } from "./device-row.tsx";
import { useOwnCalendars, useScopeWords } from "./scope-fields.tsx";
import { RemoveDeviceDialog } from "./remove-device-dialog.tsx";

interface ConnectedDevicesProps {
  readonly accountId: string;
  readonly list: DeviceList;
}

/**
 * Every app password, the app that used it last and how long ago. Removal asks first, because it cannot be undone.
 */
export function ConnectedDevices({ accountId, list }: ConnectedDevicesProps) {
  const t = useMessages();
  const { devices, problem } = list;
  const wordsOf = useScopeWords(useOwnCalendars(accountId));
  const [asked, setAsked] = useState<CredentialRecord>();
  const remove = async (device: CredentialRecord): Promise<string | undefined> => {
    const answer = await list.remove(device.id);
    if (!answer.ok) return t(problemKey(wordedCode(answer.problem)));
    setAsked(undefined);
    addToast({ message: t("settings.devices.removed", { name: device.label }) });
    return undefined;
  };
  return (
    <>
      {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      {devices === undefined && !problem ? (
        <p className={styles.quiet}>{t("settings.devices.loading")}</p>
      ) : null}
      {devices?.length === 0 ? <p className={styles.quiet}>{t("settings.devices.none")}</p> : null}
      <ul className={styles.list}>
        {devices?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            reaches={wordsOf(device.scope)}
            onRemove={() => setAsked(device)}
          />
        ))}
      </ul>
      {asked ? (
        <RemoveDeviceDialog device={asked} onClose={() => setAsked(undefined)} remove={remove} />
      ) : null}
    </>
  );
}

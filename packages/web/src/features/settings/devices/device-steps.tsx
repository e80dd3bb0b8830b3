import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { useMedia } from "../../../ui/use-media.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { DeviceCode } from "../../device-code/screen.tsx";
import styles from "./device-steps.module.css";

const kinds = ["iphone", "android", "computer"] as const;
const steps = ["step1", "step2", "step3"] as const;

/** How to bring the calendars into a phone's or computer's own app, in three steps, with the code that phones read. */
export function DeviceSteps({ accountId }: { readonly accountId: string }) {
  const t = useMessages();
  const [kind, setKind] = useState<(typeof kinds)[number]>(
    /Android/.test(navigator.userAgent) ? "android" : "iphone",
  );
  const isTouch = useMedia("(pointer: coarse)");
  return (
    <div className={styles.columns}>
      {kind === "computer" ? null : <DeviceCode accountId={accountId} />}
      <div className={styles.steps}>
        <SegmentedControl
          label={t("settings.devices.kind")}
          segments={kinds.map((value) => ({ value, label: t(`settings.devices.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <ol className={styles.list}>
          {(isTouch && kind === "iphone" ? steps.slice(1) : steps).map((step) => (
            <li key={step}>
              {t(
                isTouch && kind !== "computer" && step === "step2"
                  ? `settings.devices.${kind}.step2Here`
                  : `settings.devices.${kind}.${step}`,
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

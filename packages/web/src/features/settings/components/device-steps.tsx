import { useState } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import styles from "./device-steps.module.css";

const kinds = ["iphone", "android", "computer"] as const;
const steps = ["step1", "step2", "step3"] as const;

/** How to bring the calendars into a phone's or computer's own app, in three steps. */
export function DeviceSteps() {
  const t = useMessages();
  const [kind, setKind] = useState<(typeof kinds)[number]>("iphone");
  return (
    <div className={styles.steps}>
      <SegmentedControl
        label={t("settings.devices.kind")}
        segments={kinds.map((value) => ({ value, label: t(`settings.devices.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <ol className={styles.list}>
        {steps.map((step) => (
          <li key={step}>{t(`settings.devices.${kind}.${step}`)}</li>
        ))}
      </ol>
    </div>
  );
}

import { useId, type ReactNode } from "react";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import { SettingRow } from "./setting-page.tsx";

interface ToggleRowProps {
  readonly label: string;
  /** before the label, such as a swatch */
  readonly start?: ReactNode;
  readonly help?: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A setting that is on or off. */
export function ToggleRow({ label, start, help, checked, onChange }: ToggleRowProps) {
  const id = useId();
  return (
    <SettingRow label={label} start={start} help={help} htmlFor={id} narrow>
      <Toggle
        id={id}
        checked={checked}
        onChange={onChange}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
    </SettingRow>
  );
}

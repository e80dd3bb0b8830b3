import { useId } from "react";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import { SettingRow } from "./setting-page.tsx";

interface ToggleRowProps {
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A setting that is on or off. */
export function ToggleRow({ label, help, checked, onChange }: ToggleRowProps) {
  const id = useId();
  return (
    <SettingRow label={label} help={help} htmlFor={id} narrow>
      <Toggle id={id} checked={checked} onChange={onChange} aria-describedby={`${id}-help`} />
    </SettingRow>
  );
}

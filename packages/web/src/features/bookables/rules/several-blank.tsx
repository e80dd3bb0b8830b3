import { ChevronDown } from "lucide-react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { Menu, MenuItem, MenuSwitches } from "../../../ui/overlays/menu.tsx";
import type { BlankProps } from "./blank-props.ts";
import styles from "./rules.module.css";

interface SeveralBlankProps<T extends string> extends BlankProps<readonly T[]> {
  readonly options: readonly T[];
  /** what is chosen, in words */
  readonly shown: string;
  readonly say: (value: T) => string;
}

/** Several of some: a button with what is chosen, and a list whose lines are each on or off. */
export function SeveralBlank<T extends string>(props: SeveralBlankProps<T>) {
  const { name, value, options, shown, say, isWrong, noteId, onChange } = props;
  return (
    <MenuTrigger>
      <AriaButton
        className={styles.blank ?? ""}
        aria-label={name}
        data-invalid={isWrong || undefined}
        {...(isWrong && { "aria-describedby": noteId })}
      >
        <span>{shown === "" ? "…" : shown}</span>
        <ChevronDown size={14} strokeWidth={1.8} aria-hidden />
      </AriaButton>
      <Menu label={name} placement="bottom start">
        <MenuSwitches
          label={name}
          on={value}
          onChange={(on) => onChange(options.filter((option) => on.includes(option)))}
        >
          {options.map((option) => (
            <MenuItem key={option} id={option}>
              {say(option)}
            </MenuItem>
          ))}
        </MenuSwitches>
      </Menu>
    </MenuTrigger>
  );
}

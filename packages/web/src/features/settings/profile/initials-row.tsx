import { useId, useState } from "react";
import type { Account } from "../../../api/auth-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { calendarColours } from "../../../store/items/calendar-colour.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { initialsOf } from "@snart/locales/initials.ts";
import { ColourChoice } from "../../colour-choice/screen.tsx";
import type { Saver } from "../parts/save-state.ts";
import { SettingRow } from "../parts/setting-page.tsx";
import styles from "./photo.module.css";

const MOST_LETTERS = 3;

/** What stands for the person where there is no photo; without letters those of the name do. */
export function InitialsRow({ account, save }: { readonly account: Account; readonly save: Saver["save"] }) {
  const t = useMessages();
  const id = useId();
  const { initials, faceColour } = account.preferences;
  const [letters, setLetters] = useState(initials ?? "");
  const keep = (): void => {
    const chosen = letters.replaceAll(/\s/gu, "").toLocaleUpperCase();
    setLetters(chosen);
    if (chosen !== (initials ?? "")) save({ preferences: { initials: chosen === "" ? null : chosen } });
  };
  const colour = calendarColours.find((one) => one.id === faceColour)?.id ?? "lake";
  return (
    <SettingRow label={t("photo.initials")} help={t("photo.initialsHelp")} htmlFor={id}>
      <div className={styles.colours}>
        <TextField
          id={id}
          label={t("photo.initials")}
          hideLabel
          className={styles.initials ?? ""}
          autoComplete="off"
          maxLength={MOST_LETTERS}
          placeholder={initialsOf(account.displayName)}
          value={letters}
          onChange={(event) => setLetters(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Enter") keep();
            if (event.key === "Escape") setLetters(initials ?? "");
          }}
        />
        <ColourChoice
          label={t("photo.colour")}
          hideLabel
          value={colour}
          onChange={(chosen) => save({ preferences: { faceColour: chosen } })}
        />
      </div>
    </SettingRow>
  );
}

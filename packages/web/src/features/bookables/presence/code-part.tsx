import { useState, type SyntheticEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import styles from "./presence.module.css";

interface CodePartProps {
  readonly isOff: boolean;
  readonly onSay: (code: string) => void;
}

/** That one is here, with what the screen at the door shows. */
export function CodePart({ isOff, onSay }: CodePartProps) {
  const t = useMessages();
  const [code, setCode] = useState("");
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (code.trim() !== "") onSay(code.trim());
  };
  return (
    <form className={styles.later} autoComplete="off" onSubmit={submit}>
      <TextField
        label={t("bookables.doorCode")}
        hint={t("bookables.doorCodeHelp")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button look="primary" size={40} type="submit" disabled={isOff || code.trim() === ""}>
        {t("bookables.here")}
      </Button>
    </form>
  );
}

import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { Check, Lock, X } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import type { DoorAct } from "../../api/items/door-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import styles from "./pad.module.css";
import { RulesToAccept, Said } from "./said.tsx";
import { useReader } from "./use-reader.ts";
import { useSending } from "./use-sending.ts";
import { useWipe } from "./use-wipe.ts";

interface PadProps {
  readonly token: string;
  readonly thing: DoorThing;
  readonly act: DoorAct;
  /** something was done, which the screen is to show */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Who is it? A tag, or the number of the household and then its PIN; then what came of it. */
export function Pad({ token, thing, act, onDone, onClose }: PadProps) {
  const t = useMessages();
  const [household, setHousehold] = useState<string>();
  const [typed, setTyped] = useState("");
  const touched = useWipe(onClose);
  const sending = useSending({ token, thing, act, onDone });
  const { outcome, isSending } = sending;
  useReader((tag) => {
    touched();
    setTyped("");
    setHousehold(undefined);
    if (!isSending) void sending.send({ tag });
  });
  const isPin = household !== undefined;
  const enter = (event: SyntheticEvent): void => {
    event.preventDefault();
    touched();
    if (typed.trim() === "" || isSending) return;
    sending.forget();
    setTyped("");
    // Whether it is right or not, the next one begins with the number again.
    setHousehold(isPin ? undefined : typed);
    if (isPin) void sending.send({ household, pin: typed });
  };
  const press = (digit: string): void => {
    touched();
    setTyped((before) => (before + digit).slice(0, 20));
  };
  if (outcome?.kind === "rules")
    return <RulesToAccept {...outcome} isSending={isSending} onAccept={sending.accept} onClose={onClose} />;
  if (outcome && !(outcome.kind === "problem" && outcome.mayRetry))
    return <Said outcome={outcome} thing={thing} act={act} onClose={onClose} />;
  return (
    <form className={styles.pad} autoComplete="off" onSubmit={enter}>
      <label>
        <span>{t(isPin ? "door.pin" : "door.who")}</span>
        <input
          key={String(isPin)}
          type={isPin ? "password" : "text"}
          inputMode={isPin ? "numeric" : "text"}
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={(event) => {
            touched();
            setTyped(event.currentTarget.value);
          }}
        />
      </label>
      {outcome?.kind === "problem" ? (
        <p role="alert" className={styles.wrong}>
          {outcome.words}
        </p>
      ) : null}
      <Keys isSending={isSending} onPress={press} onClose={onClose} />
      <p className={styles.hint}>
        <Lock size="1.2em" strokeWidth={1.7} aria-hidden />
        {isPin ? t("door.pinOf", { household: isolated(household) }) : t("door.hint")}
      </p>
    </form>
  );
}

interface KeysProps {
  readonly isSending: boolean;
  readonly onPress: (digit: string) => void;
  readonly onClose: () => void;
}

function Keys({ isSending, onPress, onClose }: KeysProps) {
  const t = useMessages();
  return (
    <div className={styles.keys}>
      {KEYS.map((digit) => (
        <button key={digit} type="button" onClick={() => onPress(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label={t("door.stop")} onClick={onClose}>
        <X size="1.2em" strokeWidth={2} aria-hidden />
      </button>
      <button type="button" onClick={() => onPress("0")}>
        0
      </button>
      <button type="submit" aria-label={t("door.enter")} className={styles.enter} disabled={isSending}>
        <Check size="1.2em" strokeWidth={2} aria-hidden />
      </button>
    </div>
  );
}

import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { Check, Lock, X } from "lucide-react";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { actAtDoor, type DoorAct } from "../../api/items/door-api.ts";
import { newId } from "../../api/new-id.ts";
import { wordedCode } from "../../api/problem.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Reasons } from "./reasons.tsx";
import { outcomeWords, type Outcome } from "./outcome.ts";
import styles from "./pad.module.css";

interface PadProps {
  readonly token: string;
  readonly thing: DoorThing;
  readonly act: DoorAct;
  /** something was done, which the screen is to show */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** Nobody's number or answer stays on a screen that others pass by. */
const WIPED_AFTER = 20_000;

/** Who is it? The number of the household, then its PIN; then what came of it. */
export function Pad({ token, thing, act, onDone, onClose }: PadProps) {
  const t = useMessages();
  const [household, setHousehold] = useState<string>();
  const [typed, setTyped] = useState("");
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [key] = useState(newId);
  const touched = useWipe(onClose);
  const isPin = household !== undefined;
  const send = async (pin: string): Promise<void> => {
    setSending(true);
    const given = await actAtDoor(token, thing.id, { household: household ?? "", pin }, act, key);
    setSending(false);
    setTyped("");
    if (given.ok) {
      setOutcome({ kind: given.value.kind, given: given.value });
      await onDone();
      return;
    }
    const { problem } = given;
    const isWrong = problem.kind === "refused" && problem.code === "wrong-pin";
    setOutcome({ kind: "problem", words: t(problemKey(wordedCode(problem))), mayRetry: isWrong });
    if (isWrong) setHousehold(undefined);
  };
  const enter = (event: SyntheticEvent): void => {
    event.preventDefault();
    touched();
    if (typed.trim() === "" || isSending) return;
    setOutcome(undefined);
    if (isPin) void send(typed);
    else {
      setHousehold(typed);
      setTyped("");
    }
  };
  const press = (digit: string): void => {
    touched();
    setTyped((before) => (before + digit).slice(0, 20));
  };
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

/** Calls when nothing was touched for a while. @returns what is to be called at each touch */
function useWipe(onWipe: () => void): () => void {
  const [touches, setTouches] = useState(0);
  const wipe = useRef(onWipe);
  useEffect(() => {
    wipe.current = onWipe;
  });
  useEffect(() => {
    const timer = setTimeout(() => wipe.current(), WIPED_AFTER);
    return () => clearTimeout(timer);
  }, [touches]);
  return () => setTouches((count) => count + 1);
}

interface SaidProps extends Pick<PadProps, "thing" | "act" | "onClose"> {
  readonly outcome: Outcome;
}

function Said({ outcome, thing, act, onClose }: SaidProps) {
  const t = useMessages();
  return (
    <div className={styles.pad}>
      <output className={styles.said} data-kind={outcome.kind}>
        {outcomeWords(outcome, act, thing.timeZone, t)}
      </output>
      {outcome.kind === "refused" && outcome.given.kind === "refused" ? (
        <Reasons thing={thing} reasons={outcome.given.reasons} name={outcome.given.who} />
      ) : null}
      <Button size={40} onClick={onClose}>
        {t("door.close")}
      </Button>
    </div>
  );
}

import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { flushSync } from "react-dom";
import { partyText } from "../../../api/calendars/find-party.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { QuietField } from "../../../ui/fields/quiet-field.tsx";
import type { Known } from "./guests-from-text.ts";

interface AddGuestProps extends Known {
  /** whether the people are known: until then any name may be valid */
  readonly isListed: boolean;
  readonly placeholder: string;
  /** adds the guests in a text; returns the parts that name nobody */
  readonly onAdd: (typed: string) => string;
}

/** The field in which guests are added: people, rooms and groups of the server by name, others by mail address. */
export function AddGuest({ people, groups, isListed, placeholder, onAdd }: AddGuestProps) {
  const t = useMessages();
  const [listId, errorId] = [useId(), useId()];
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const add = (text: string): void => {
    const left = onAdd(text);
    setTyped(left);
    // Until the people are known, an unknown name stays in the field without an error.
    setUnknown(left !== "" && isListed);
    setWaiting(left !== "" && !isListed);
  };
  // A text that was entered before the people were known is processed now, without a second key.
  const addWaiting = useEffectEvent(() => {
    if (isWaiting) add(typed);
  });
  useEffect(() => {
    if (!isListed) return;
    const soon = setTimeout(() => addWaiting());
    return () => clearTimeout(soon);
  }, [isListed]);
  const field = useRef<HTMLInputElement>(null);
  const problem = isUnknown ? t("editor.guestUnknown", { text: isolated(typed) }) : null;
  // The form is not sent while the field holds a name that would be lost. Set before the keys reach the form.
  const holdsBack = problem ?? (isWaiting ? typed : "");
  useLayoutEffect(() => field.current?.setCustomValidity(holdsBack), [holdsBack]);
  const suggestions = [...new Set([...groups.map(({ text }) => text), ...people.map(partyText)])];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || typed.trim() === "") return;
    // Ctrl Enter also reaches the form, which then has the new guest.
    flushSync(() => add(typed));
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  };
  return (
    <>
      <QuietField
        ref={field}
        aria-label={t("editor.guests")}
        placeholder={placeholder}
        list={listId}
        value={typed}
        maxLength={10_000}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? errorId : undefined}
        onKeyDown={onKeyDown}
        onInvalid={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onBlur={() => {
          if (typed.trim() !== "") add(typed);
        }}
        onChange={({ currentTarget: { value } }) => {
          setUnknown(false);
          setWaiting(false);
          // A chosen suggestion is added unchanged.
          if (suggestions.includes(value)) add(value);
          else setTyped(value);
        }}
      />
      <datalist id={listId}>
        {suggestions.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </datalist>
      {problem === null ? null : (
        <div id={errorId}>
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  );
}

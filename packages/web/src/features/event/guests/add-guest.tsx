import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from "react";
import { flushSync } from "react-dom";
import { partyChoice } from "../../../api/calendars/find-party.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { QuietField } from "../../../ui/fields/quiet-field.tsx";
import { lastPart, partsBefore } from "../../../ui/people/matching-people.ts";
import { PeopleList } from "../../../ui/people/people-list.tsx";
import { usePeopleList } from "../../../ui/people/use-people-list.ts";
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
  const errorId = useId();
  const { typed, isUnknown, isWaiting, add, type } = useTyped(isListed, onAdd);
  const problem = isUnknown ? t("editor.guestUnknown", { text: isolated(typed) }) : null;
  const choices = [
    ...groups.map(({ id, name, text, members }) => {
      const detail = t("editor.guestGroup", { name: t("sharing.group"), count: members.length });
      return { id, name, detail, value: text };
    }),
    ...people.map((person) => partyChoice(person, "")),
  ];
  const field = useRef<HTMLInputElement>(null);
  const { input, list } = usePeopleList({
    field,
    choices,
    text: lastPart(typed),
    onChoose: ({ address, value }) => add(`${partsBefore(typed)}${address ?? value}`),
  });
  // The form is not sent while the field holds a name that would be lost. Set before the keys reach the form.
  const holdsBack = problem ?? (isWaiting ? typed : "");
  useLayoutEffect(() => field.current?.setCustomValidity(holdsBack), [holdsBack]);
  const onKeyDown = (event: KeyboardEvent): void => {
    input.onKeyDown(event);
    if (event.defaultPrevented || event.key !== "Enter" || typed.trim() === "") return;
    // Ctrl Enter also reaches the form, which then has the new guest.
    flushSync(() => add(typed));
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  };
  // A field of one line would join the lines of a copied list into one word.
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData("text");
    if (!/\n./.test(pasted.trim())) return;
    event.preventDefault();
    add(`${typed}, ${pasted}`);
  };
  return (
    <>
      <QuietField
        {...input}
        aria-label={t("editor.guests")}
        placeholder={placeholder}
        value={typed}
        maxLength={10_000}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? errorId : undefined}
        onKeyDown={onKeyDown}
        onInvalid={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onPaste={onPaste}
        onBlur={() => {
          input.onBlur();
          if (typed.trim() !== "") add(typed);
        }}
        onChange={({ currentTarget: { value } }) => type(value)}
      />
      {list ? <PeopleList {...list} /> : null}
      {problem === null ? null : (
        <div id={errorId}>
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  );
}

/** What is typed of guests who are not added yet. */
function useTyped(isListed: boolean, onAdd: AddGuestProps["onAdd"]) {
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
  const type = (text: string): void => {
    setUnknown(false);
    setWaiting(false);
    setTyped(text);
  };
  return { typed, isUnknown, isWaiting, add, type };
}

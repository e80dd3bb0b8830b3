import { useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { partyText } from "../../../api/find-party.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { newId } from "../../../store/new-id.ts";
import { useAccount } from "../../../store/session.ts";
import { FieldError } from "../../../ui/field-error.tsx";
import { QuietField } from "../../../ui/quiet-field.tsx";
import type { EventDraft } from "../draft.ts";
import { BusyBars } from "./busy-bars.tsx";
import { FreeBusyStrip } from "./free-busy-strip.tsx";
import { guestsFromText } from "./guests-from-text.ts";
import { GuestRow, OwnRow } from "./guest-row.tsx";
import { usePlan } from "./use-plan.ts";

export interface GuestsFieldProps {
  readonly draft: EventDraft;
  /** of the event that is being changed; null for a new one */
  readonly uid: string | null;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

/** Who is asked to an event: people and rooms of the server by name, anybody else by mail address; and when they are busy. */
export function GuestsField({ draft, uid, onChange }: GuestsFieldProps) {
  const t = useMessages();
  const account = useAccount();
  const { people, isListed, plan } = usePlan(draft, uid);
  const guests = draft.guests ?? [];
  const others = people.filter(
    ({ id, email }) => id !== account?.id && !guests.some(({ address }) => address === email),
  );
  const add = (typed: string): string => {
    const asked = [account?.email?.toLowerCase() ?? "", ...guests.map(({ address }) => address)];
    const everybodyElse = people.filter(({ id }) => id !== account?.id);
    const found = guestsFromText(typed, everybodyElse, asked, newId);
    if (found.guests.length > 0) onChange({ guests: [...guests, ...found.guests] });
    return found.unknown;
  };
  const rowOf = (key: string) => plan?.rows.find((row) => row.key === key);
  const bars = (key: string) => {
    const row = rowOf(key);
    return plan && row ? <BusyBars row={row} plan={plan} /> : null;
  };
  const list = (
    <ul aria-label={t("editor.guests")}>
      {plan ? <OwnRow>{bars("")}</OwnRow> : null}
      {guests.map((guest) => (
        <GuestRow
          key={guest.id}
          guest={guest}
          onOptional={(isOptional) =>
            onChange({ guests: guests.map((it) => (it.id === guest.id ? { ...it, isOptional } : it)) })
          }
          onRemove={() => onChange({ guests: guests.filter((it) => it.id !== guest.id) })}
        >
          {bars(guest.id)}
        </GuestRow>
      ))}
    </ul>
  );
  return (
    <>
      <AddGuest people={others} isListed={isListed} onAdd={add} />
      {guests.length === 0 ? null : plan ? (
        <FreeBusyStrip plan={plan} draft={draft} onChange={onChange}>
          {list}
        </FreeBusyStrip>
      ) : (
        list
      )}
    </>
  );
}

interface AddGuestProps {
  readonly people: Parameters<typeof guestsFromText>[1];
  /** whether it is known who is there: until then a name may yet be somebody's */
  readonly isListed: boolean;
  /** gives what of it means nobody */
  readonly onAdd: (typed: string) => string;
}

function AddGuest({ people, isListed, onAdd }: AddGuestProps) {
  const t = useMessages();
  const [listId, errorId] = [useId(), useId()];
  const [typed, setTyped] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const add = (text: string): void => {
    const left = onAdd(text);
    setTyped(left);
    // Until it is known who is there it stays in the field, and is nobody's mistake.
    setUnknown(left !== "" && isListed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || typed.trim() === "") return;
    event.preventDefault();
    add(typed);
  };
  return (
    <>
      <QuietField
        aria-label={t("editor.guests")}
        placeholder={t("editor.guestsPlaceholder")}
        list={listId}
        value={typed}
        maxLength={10_000}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? errorId : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed.trim() !== "") add(typed);
        }}
        onChange={({ currentTarget: { value } }) => {
          setUnknown(false);
          // A suggestion that was chosen is meant as it is.
          if (people.some((person) => partyText(person) === value)) add(value);
          else setTyped(value);
        }}
      />
      <datalist id={listId}>
        {people.map((person) => (
          <option key={person.id} value={partyText(person)}>
            {partyText(person)}
          </option>
        ))}
      </datalist>
      {isUnknown ? (
        <div id={errorId}>
          <FieldError>{t("editor.guestUnknown", { text: isolated(typed) })}</FieldError>
        </div>
      ) : null}
    </>
  );
}

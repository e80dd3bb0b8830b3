import { X } from "lucide-react";
import { useState } from "react";
import { partyChoice } from "../../api/calendars/find-party.ts";
import { hasAddress, type Person } from "../../api/calendars/people-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import type { PollGuestDraft } from "../../store/kept-poll.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PersonField } from "../../ui/people/person-field.tsx";
import styles from "./polls.module.css";

/** Somebody who is to be asked. */
export type Guest = PollGuestDraft;

interface AskPeopleProps {
  readonly people: readonly Person[];
  readonly guests: readonly Guest[];
  readonly onChange: (guests: readonly Guest[]) => void;
}

/** Who is asked: people here by name, others by their address. */
export function AskPeople({ people, guests, onChange }: AskPeopleProps) {
  const t = useMessages();
  const [text, setText] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const others = people.filter(({ id }) => !guests.some(({ principalId }) => principalId === id));
  const add = (typed: string): void => {
    const guest = guestOf(typed.trim(), people);
    setUnknown(guest === undefined);
    if (!guest) return;
    setText("");
    if (!guests.some((each) => keyOf(each) === keyOf(guest))) onChange([...guests, guest]);
  };
  return (
    <div>
      <PersonField
        label={t("polls.whom")}
        hint={t("polls.whomHint")}
        error={isUnknown ? t("polls.whomWrong") : undefined}
        choices={others.map((person) => partyChoice(person, ""))}
        value={text}
        onText={setText}
        onChoose={({ address, name }) => add(address ?? name)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text.trim() === "") return;
          event.preventDefault();
          add(text);
        }}
        end={<Button onClick={() => add(text)}>{t("polls.add")}</Button>}
      />
      <ul className={styles.list}>
        {guests.map((guest) => (
          <li key={keyOf(guest)} className={styles.chosen}>
            <span>{isolated(guest.name)}</span>
            <Checkbox
              checked={guest.isRequired}
              onChange={(isRequired) =>
                onChange(guests.map((each) => (each === guest ? { ...guest, isRequired } : each)))
              }
            >
              {t("polls.isNeeded")}
            </Checkbox>
            <IconButton
              label={t("polls.dontAsk", { name: isolated(guest.name) })}
              onClick={() => onChange(guests.filter((each) => each !== guest))}
            >
              <X size={16} strokeWidth={1.7} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

const keyOf = ({ principalId, mail = "" }: Guest): string => principalId ?? mail;

function guestOf(text: string, people: readonly Person[]): Guest | undefined {
  const address = text.toLowerCase();
  const person = people.find((each) => each.name.toLowerCase() === address || hasAddress(each, address));
  if (person) return { principalId: person.id, name: person.name, isRequired: false };
  return /^[^\s@]+@[^\s@]+$/.test(address) ? { mail: address, name: address, isRequired: false } : undefined;
}

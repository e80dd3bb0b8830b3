import { useState, type ReactNode } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { newId } from "../../../api/new-id.ts";
import { useAccount } from "../../../store/session.ts";
import { Button } from "../../../ui/button.tsx";
import type { EventDraft } from "../draft/draft.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";
import { isBookable } from "../draft/draft-rooms.ts";
import { AddGuest } from "./add-guest.tsx";
import { BusyBars } from "./busy-bars.tsx";
import { FreeBusyStrip } from "./free-busy-strip.tsx";
import { guestGroups } from "./guest-groups.ts";
import { guestsFromText, type FromGroup } from "./guests-from-text.ts";
import { GuestRow, OwnRow } from "./guest-row.tsx";
import { useGroups } from "../../../store/use-groups.ts";
import { usePlan, type Plan } from "../availability/use-plan.ts";
import styles from "./guests.module.css";

export interface GuestsFieldProps {
  readonly draft: EventDraft;
  /** the UID of the event that is being changed; null for a new one */
  readonly uid: string | null;
  readonly onChange: (part: Partial<EventDraft>) => void;
  /** says about each guest whether they are free, where there is no room for the strip of their day; absent: the strip does */
  readonly stateOf?: (key: string, plan: Plan) => ReactNode;
}

/**
 * Shows the guests of an event, and their busy times. People and rooms of the server are added by name, the members of a
 * group by its name, others by mail address.
 */
export function GuestsField({ draft, uid, onChange, stateOf }: GuestsFieldProps) {
  const t = useMessages();
  const account = useAccount();
  const { guests, change } = peopleOf(draft, onChange);
  const { people, isListed, plan } = usePlan({ ...draft, guests }, uid, draft.guests?.some(isBookable));
  const listedGroups = useGroups(account?.id);
  const [fromGroups, setFromGroups] = useState<readonly FromGroup[]>([]);
  const everybodyElse = people.filter(({ id }) => id !== account?.id);
  const others = everybodyElse.filter(({ email }) => !guests.some(({ address }) => address === email));
  const groups = guestGroups(listedGroups ?? [], everybodyElse, (name, count) =>
    t("editor.guestGroup", { name, count }),
  );
  const add = (typed: string): string => {
    const asked = [account?.email?.toLowerCase() ?? "", ...guests.map(({ address }) => address)];
    const found = guestsFromText(typed, { people: everybodyElse, groups }, asked, newId);
    if (found.guests.length > 0) change([...guests, ...found.guests]);
    setFromGroups(found.fromGroups);
    return found.unknown;
  };
  const rowOf = (key: string) => plan?.rows.find((row) => row.key === key);
  const bars = (key: string) => {
    if (stateOf) return plan ? stateOf(key, plan) : null;
    const row = rowOf(key);
    return plan && row ? <BusyBars row={row} plan={plan} /> : null;
  };
  const list = (
    <ul aria-label={t("editor.guests")}>
      {plan && !stateOf ? <OwnRow>{bars("")}</OwnRow> : null}
      {guests.map((guest, index) => (
        <GuestRow
          key={guest.id}
          guest={guest}
          after={index + 1}
          onOptional={(isOptional) =>
            change(guests.map((it) => (it.id === guest.id ? { ...it, isOptional } : it)))
          }
          onRemove={() => change(guests.filter((it) => it.id !== guest.id))}
        >
          {bars(guest.id)}
        </GuestRow>
      ))}
    </ul>
  );
  const adder = (placeholder: string) => (
    <AddGuest
      people={others}
      groups={groups}
      isListed={isListed && listedGroups !== null}
      placeholder={placeholder}
      onAdd={add}
    />
  );
  return (
    <>
      {adder(t("editor.guestsPlaceholder"))}
      {fromGroups.map(({ name, ids }) => (
        <FromGroupLine
          key={name}
          name={name}
          isHere={ids.length === 0}
          count={guests.filter(({ id }) => ids.includes(id)).length}
          onUndo={() => change(guests.filter(({ id }) => !ids.includes(id)))}
        />
      ))}
      {plan && !stateOf ? (
        <FreeBusyStrip
          plan={plan}
          draft={draft}
          uid={uid}
          adder={adder(t("findTime.addPlaceholder"))}
          onChange={onChange}
        >
          {guests.length === 0 ? null : list}
        </FreeBusyStrip>
      ) : guests.length === 0 ? null : (
        list
      )}
    </>
  );
}

/** The guests but for the room, which has a line of its own. */
function peopleOf({ guests: all = [] }: EventDraft, onChange: GuestsFieldProps["onChange"]) {
  return {
    guests: all.filter((guest) => !isBookable(guest)),
    change: (next: readonly DraftGuest[]) =>
      onChange({ guests: [...next, ...all.filter((guest) => isBookable(guest))] }),
  };
}

interface FromGroupLineProps {
  readonly name: string;
  /** whether all its members had been invited before */
  readonly isHere: boolean;
  /** the number of its members who are still invited */
  readonly count: number;
  readonly onUndo: () => void;
}

/** Shows that the members of a group were invited in its place; each, or all of them, can be removed again. */
function FromGroupLine({ name, isHere, count, onUndo }: FromGroupLineProps) {
  const t = useMessages();
  const shown = isolated(name);
  return (
    <output className={styles.fromGroup}>
      {isHere ? (
        t("editor.guestGroupHere", { name: shown })
      ) : count > 0 ? (
        <>
          {t("editor.guestGroupAdded", { name: shown, count })}
          <Button look="quiet" onClick={onUndo}>
            {t("action.undo")}
          </Button>
        </>
      ) : null}
    </output>
  );
}

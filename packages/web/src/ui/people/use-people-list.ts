import { useId, useState, type KeyboardEvent, type RefObject } from "react";
import { matchingPeople, type PersonChoice } from "./matching-people.ts";
import type { PeopleListProps } from "./people-list.tsx";

interface PeopleListOptions {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly choices: readonly PersonChoice[];
  /** what is typed of a name or an address */
  readonly text: string;
  /** takes a choice into the field, or adds it */
  readonly onChoose: (choice: PersonChoice) => void;
}

const STEPS = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 8],
  ["PageUp", -8],
]);

/**
 * The list of people under a field (WAI-ARIA APG, combobox with manual selection): it opens when one types, presses the
 * field or an arrow, and what is typed counts until somebody in it is chosen. Escape closes it and nothing else.
 * @returns the properties of the field, and those of the list while it is open; a key that the list took is
 *   `defaultPrevented`
 */
export function usePeopleList({ field, choices, text, onChoose }: PeopleListOptions) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const shown = isWanted ? matchingPeople(choices, text) : [];
  const isOpen = shown.length > 0;
  const at = shown.findIndex((choice) => choice.id === activeId);
  const show = (isShown: boolean): void => {
    setWanted(isShown);
    setActiveId(undefined);
  };
  const choose = (choice: PersonChoice): void => {
    show(false);
    onChoose(choice);
  };
  const step = (by: number): void => {
    if (!isOpen) return show(true);
    // Beyond an end is the text itself, as in the lists of browsers.
    const next = at === -1 && by < 0 ? shown.length + by : at + by;
    setActiveId(shown[Math.abs(by) > 1 ? Math.max(0, Math.min(shown.length - 1, next)) : next]?.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const [by, active] = [STEPS.get(event.key), shown[at]];
    if (by !== undefined && !event.ctrlKey && !event.metaKey) step(by);
    else if (event.key === "Escape" && isOpen) {
      // The form around it would close.
      event.stopPropagation();
      show(false);
    } else if (event.key === "Enter" && active && !event.ctrlKey && !event.metaKey) choose(active);
    else {
      if (event.key === "Enter") show(false);
      return;
    }
    event.preventDefault();
  };
  const list: PeopleListProps | null = isOpen
    ? { id, field, shown, active: at, text, onChoose: choose }
    : null;
  const input = {
    ref: field,
    role: "combobox",
    autoComplete: "off",
    spellCheck: false,
    "aria-autocomplete": "list",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    "aria-activedescendant": at === -1 ? undefined : `${id}-${at}`,
    onClick: () => show(true),
    onInput: () => show(true),
    onBlur: () => show(false),
    onKeyDown,
  } as const;
  return { input, list };
}

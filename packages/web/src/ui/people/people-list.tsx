/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox (WAI-ARIA APG); a datalist has no faces, and none at all in Firefox for Android */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { Faces } from "../faces/faces.tsx";
import { Matched } from "../matched.tsx";
import type { PersonChoice, ShownChoice } from "./matching-people.ts";
import styles from "./people-list.module.css";

export interface PeopleListProps {
  readonly id: string;
  /** the field under which it stands, and which has the focus */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly shown: readonly ShownChoice[];
  /** the place in `shown` of the choice that Enter takes; -1: none */
  readonly active: number;
  readonly text: string;
  readonly onChoose: (choice: PersonChoice) => void;
}

/**
 * The people who can be chosen for a field, with their faces. It lies over everything, where neither a dialog nor a
 * panel that scrolls cuts it off, and follows its field when the page scrolls below it.
 */
export function PeopleList({ id, field, shown, active, text, onChoose }: PeopleListProps) {
  const t = useMessages();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => follow(field.current, list.current), [field]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      // A browser gives a place among the fields to whatever scrolls.
      tabIndex={-1}
      role="listbox"
      aria-label={t("people.found")}
      className={styles.list}
      // The field keeps the focus, and what is typed in it.
      onMouseDown={(event) => event.preventDefault()}
    >
      {shown.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.choice}
          onClick={() => onChoose(choice)}
        >
          <Faces of={[choice]} after={choice.place} size={32} />
          <span className={styles.words}>
            <span className={styles.name}>
              <Matched text={choice.name} words={text} />
            </span>
            <span className={styles.detail}>{choice.detail}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

const GAP = 4;
const EDGE = 8;
/** Two rows and a half: with less room below the field, it stands above if there is more. */
const LEAST_HEIGHT = 110;
const LEAST_WIDTH = 240;

/** Keeps a list at its field, on the side with room, within what a keyboard on the screen leaves. */
function follow(field: HTMLElement | null, list: HTMLElement | null): (() => void) | undefined {
  if (!field || !list) return undefined;
  const place = (): void => {
    const at = field.getBoundingClientRect();
    const seen = globalThis.visualViewport;
    const [top, height] = [seen?.offsetTop ?? 0, seen?.height ?? innerHeight];
    const [below, above] = [top + height - at.bottom - GAP - EDGE, at.top - top - GAP - EDGE];
    const isBelow = below >= LEAST_HEIGHT || below >= above;
    const width = Math.min(Math.max(at.width, LEAST_WIDTH), innerWidth - 2 * EDGE);
    Object.assign(list.style, {
      top: isBelow ? `${at.bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${innerHeight - at.top + GAP}px`,
      left: `${Math.max(EDGE, Math.min(at.left, innerWidth - EDGE - width))}px`,
      width: `${width}px`,
      maxHeight: `${Math.max(0, isBelow ? below : above)}px`,
    });
  };
  list.showPopover();
  place();
  const over = [globalThis, globalThis.visualViewport].filter((it) => it !== null);
  for (const it of over)
    for (const what of ["scroll", "resize"])
      it.addEventListener(what, place, { capture: true, passive: true });
  return () => {
    for (const it of over) for (const what of ["scroll", "resize"]) it.removeEventListener(what, place, true);
  };
}

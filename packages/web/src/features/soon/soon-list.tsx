import { usualLength } from "../../grammar/usual-length.ts";
import { useMemo, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { clockNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useLengthText } from "../../i18n/use-length-text.ts";
import type { Stretch } from "./free-gaps.ts";
import type { RowPlace } from "../../grid/spine/items.ts";
import type { SoonItem } from "./soon-items.ts";
import { useRowsInView } from "./use-rows-in-view.ts";
import { DayHead, GroupHead } from "../../grid/spine/heads.tsx";
import { NamedRow } from "../../grid/spine/named-row.tsx";
import { EventRow } from "./event-row.tsx";
import type { SoonPageState } from "./page-state.ts";
import { code } from "../../ui/part.tsx";
import styles from "../../grid/spine/spine.module.css";

interface SoonListProps {
  readonly items: readonly SoonItem[];
  readonly page: SoonPageState;
  /** the key of the row that has the focus, or would get it */
  readonly chosen: string | null;
  /** the key of the row that was last gone to, which need not be an event */
  readonly wanted: string | null;
  /** the details beside the list are about that row */
  readonly isMarked: boolean;
  readonly onChoose: (key: string) => void;
  /** what Enter opens; with the editor, a click only chooses, because the details stand beside the list */
  readonly opens: "editor" | "popover";
}

type ItemOf<K extends SoonItem["kind"]> = Extract<SoonItem, { readonly kind: K }>;

const withWords = code(() => import("./words-of-span.ts"));

const isEvent = (item: SoonItem): item is ItemOf<"event"> => item.kind === "event";

/**
 * The spine with its rows, under their heads. One tab stop for the rows; arrows walk. Only rows near what is seen are in
 * the document, and the chosen one.
 */
export function SoonList(props: SoonListProps) {
  const { items, page, chosen, wanted, onChoose, opens } = props;
  const t = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const pinned = useMemo(
    () => [chosen, wanted].map((key) => (key === null ? -1 : items.findIndex((it) => it.key === key))),
    [items, chosen, wanted],
  );
  const pieces = useRowsInView(list, items, pinned);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset["soon"] === undefined) return;
    const keys = items.filter(isEvent).map(({ key }) => key);
    const to = keyAfter(event.key, keys, event.target.dataset["soon"]);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // It may be far from what is seen: it is drawn first.
    flushSync(() => onChoose(to));
    list.current?.querySelector<HTMLElement>(`[data-soon="${CSS.escape(to)}"]`)?.focus();
  };
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const onAdd = (span: Stretch): void =>
    withWords(
      ({ wordsOfSpan }) => page.setDialog({ words: wordsOfSpan(span, clockNow(), zone, formats) }),
      () => page.setDialog("add"),
    );
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const key = target.dataset["soon"];
    if (key !== undefined) onChoose(key);
  };
  const onClick = ({ target, detail }: MouseEvent<HTMLElement>): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-soon]") : null;
    const item = items.filter(isEvent).find((it) => it.key === element?.dataset["soon"]);
    if (!element || !item) return;
    onChoose(item.key);
    // A key is not a press; the second press of two opens as well.
    const isPressedOnce = detail === 1;
    if (opens === "popover") page.itemActions.open(item.occurrence, element);
    else if (!isPressedOnce) page.itemActions.edit(item.occurrence);
  };
  return (
    // The list hears what its buttons are pressed on.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <ol
      ref={list}
      className={styles.list}
      aria-label={t("rail.label")}
      onClick={onClick}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {pieces.map((piece) => {
        if (piece.kind === "room")
          return (
            <li
              key={`room ${piece.from}`}
              className={styles.room}
              aria-hidden
              style={{ height: piece.height }}
            />
          );
        const item = items[piece.index];
        const place = {
          "data-index": piece.index,
          "aria-posinset": piece.index + 1,
          "aria-setsize": items.length,
        };
        return item ? <Row key={item.key} item={item} place={place} onAdd={onAdd} list={props} /> : null;
      })}
    </ol>
  );
}

interface RowProps {
  readonly item: SoonItem;
  readonly place: RowPlace;
  readonly onAdd: (span: Stretch) => void;
  readonly list: SoonListProps;
}

function Row({ item, place, onAdd, list: { page, chosen, isMarked } }: RowProps) {
  if (item.kind === "group") return <GroupHead item={item} place={place} isRed={page.isRed(item.day)} />;
  if (item.kind === "day") return <DayHead item={item} place={place} isRed={page.isRed(item.day)} />;
  if (item.kind === "named") return <NamedRow item={item} place={place} />;
  if (item.kind === "gap") return <GapRow item={item} place={place} onAdd={onAdd} />;
  return (
    <EventRow
      item={item}
      place={place}
      address={page.account.email}
      tabIndex={item.key === chosen ? 0 : -1}
      isChosen={isMarked && item.key === chosen}
      onAnswer={page.itemActions.answer}
    />
  );
}

/** The row that an arrow, Home or End goes to; undefined for other keys and at the ends. */
function keyAfter(key: string, keys: readonly string[], from: string): string | undefined {
  const at = keys.indexOf(from);
  if (key === "ArrowDown") return keys[at + 1];
  if (key === "ArrowUp") return keys[at - 1];
  if (key === "Home") return keys[0];
  return key === "End" ? keys.at(-1) : undefined;
}

interface GapRowProps {
  readonly item: ItemOf<"gap">;
  readonly place: RowPlace;
  readonly onAdd: (span: Stretch) => void;
}

function GapRow({ item: { start, end }, place, onAdd }: GapRowProps) {
  const t = useMessages();
  const lengthText = useLengthText();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const time = formats.timeRange(start, end);
  const free = t("rail.free", { length: lengthText(end - start) });
  return (
    <li {...place} className={styles.gap}>
      <button
        type="button"
        aria-label={t("soon.addAt", { time, free })}
        // The usual length at most: people seldom mean a whole afternoon.
        onClick={() => onAdd({ start, end: Math.min(end, start + usualLength()) })}
      >
        <span>{time}</span>
        <span>{free}</span>
        <b aria-hidden>
          + <span>{t("soon.add")}</span>
        </b>
      </button>
    </li>
  );
}

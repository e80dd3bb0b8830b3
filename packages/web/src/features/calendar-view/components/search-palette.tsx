/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (WAI-ARIA APG); select and datalist show no distances */
import { dayOf } from "@snart/calendar/time/local.ts";
import { CalendarDays, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useLocation } from "wouter";
import { readPlaces } from "../../../grammar/read-place.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../../store/calendar-context.tsx";
import { occurrencesIn } from "../../../store/occurrences.ts";
import type { ShownOccurrence } from "../../../store/occurrences.ts";
import { HowSoon } from "../../../ui/how-soon.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import type { CalendarPageState } from "./use-calendar-page.ts";
import palette from "../../../ui/palette.module.css";
import styles from "./search-palette.module.css";

export interface SearchPaletteProps {
  readonly page: CalendarPageState;
  readonly onClose: () => void;
}

interface Hit {
  readonly key: string;
  readonly icon: ReactNode;
  readonly text: string;
  readonly when: string;
  readonly distance: ReactNode;
  readonly go: () => void;
}

const MOST = 12;
const YEAR = 366 * 86_400_000;

/** Finds events that are here, and dates and weeks wherever they are. */
export function SearchPalette({ page, onClose }: SearchPaletteProps) {
  const t = useMessages();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const hits = useHits(query, page, onClose);
  const chosen = Math.min(at, hits.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(hits.length - 1, chosen + step)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      hits[chosen]?.go();
    }
  };
  return (
    <ModalOverlay
      className={palette.scrim ?? ""}
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={palette.modal ?? ""}>
        <Dialog aria-label={t("search.label")} className={palette.dialog ?? ""}>
          <div className={palette.field}>
            <Search size={18} strokeWidth={1.7} aria-hidden />
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              role="combobox"
              aria-expanded={hits.length > 0}
              aria-controls="search-hits"
              aria-activedescendant={hits[chosen] ? `hit-${chosen}` : undefined}
              aria-label={t("search.label")}
              placeholder={t("search.placeholder")}
              value={query}
              maxLength={200}
              onChange={(event) => {
                setQuery(event.currentTarget.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          {query.trim() === "" ? null : hits.length === 0 ? (
            <p className={styles.nothing}>{t("search.nothing", { query: query.trim() })}</p>
          ) : (
            <div id="search-hits" role="listbox" aria-label={t("search.inCalendar")} className={styles.hits}>
              {hits.map((hit, index) => (
                // The field has the focus and the keys; the list shows what they choose.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={hit.key}
                  id={`hit-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  className={styles.hit}
                  onClick={hit.go}
                >
                  {hit.icon}
                  <span className={styles.text}>{hit.text}</span>
                  <span className={styles.when}>{hit.when}</span>
                  <span className={styles.distance}>{hit.distance}</span>
                </div>
              ))}
            </div>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useHits(query: string, page: CalendarPageState, onClose: () => void): readonly Hit[] {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const local = useFormats("UTC");
  const [, navigate] = useLocation();
  const found = useFound(query, page);
  const go = (then: () => void) => () => {
    onClose();
    then();
  };
  const dateHits = readPlaces(query, page.today).map((place): Hit => ({
    key: `${place.kind} ${place.day}`,
    icon: <CalendarDays size={16} strokeWidth={1.6} aria-hidden />,
    text: t("search.goTo", { date: local.dayAndYear(place.day) }),
    when: "",
    distance: <HowSoon target={{ kind: "date", date: place.day }} />,
    go: go(() => page.goTo(place.day, place.kind)),
  }));
  const eventHits = found.map((it): Hit => ({
    key: it.key,
    icon: <Swatch colour={it.calendar.colour} />,
    text: it.event.title?.trim() || t("event.untitled"),
    when: it.allDay ? formats.shortDay(it.start) : `${formats.shortDay(it.start)} ${formats.time(it.start)}`,
    distance: (
      <HowSoon
        target={
          it.allDay ? { kind: "date", date: zone.toLocal(it.start) } : { kind: "instant", at: it.start }
        }
      />
    ),
    go: go(() => page.goTo(zone.toLocal(it.start), page.view.kind === "soon" ? "day" : page.view.kind)),
  }));
  const words = query.trim().toLocaleLowerCase();
  const trash = t("trash.open");
  const placeHits: Hit[] =
    words.length >= 2 && trash.toLocaleLowerCase().startsWith(words)
      ? [
          {
            key: "trash",
            icon: <Trash2 size={16} strokeWidth={1.6} aria-hidden />,
            text: trash,
            when: "",
            distance: null,
            go: go(() => navigate("/trash")),
          },
        ]
      : [];
  return [...dateHits, ...placeHits, ...eventHits];
}

/** Of each event that has the words in its title, place or notes the next occurrence, else the last; nearest first. */
function useFound(query: string, { today }: CalendarPageState): readonly ShownOccurrence[] {
  const zone = useViewerZone();
  const { events, calendars } = useCalendarSnapshot();
  const words = query.trim().toLocaleLowerCase();
  if (words.length < 2) return [];
  const now = zone.toInstant(today);
  const matching = [...events.values()].filter(({ event }) =>
    [event.title, event.description, ...Object.values(event.locations ?? {}).map((it) => it.name)].some(
      (text) => text?.toLocaleLowerCase().includes(words),
    ),
  );
  const all = occurrencesIn(matching.slice(0, 200), calendars, { from: now - YEAR, to: now + YEAR }, zone);
  const byEvent = new Map<string, ShownOccurrence>();
  for (const it of all) {
    const known = byEvent.get(it.entry.key);
    if (!known || known.end <= now) byEvent.set(it.entry.key, it);
  }
  const nearness = (it: ShownOccurrence): number =>
    Math.abs(dayOf(zone.toLocal(it.start)) - dayOf(today)) + (it.end <= now ? 0.5 : 0);
  return [...byEvent.values()].toSorted((a, b) => nearness(a) - nearness(b)).slice(0, MOST);
}

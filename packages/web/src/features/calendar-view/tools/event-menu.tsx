import { Copy, CopyPlus, Download, History, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../../../i18n/messages.ts";
import { idOfKey } from "../../../store/items/entries.ts";
import { answeringOf } from "../../../store/items/answering.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { MenuAt, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { copyEventLink, downloadEvent } from "../../event/model.ts";
import { itemsText } from "../../item-actions/screen.tsx";
import type { CalendarPageState } from "../page/use-calendar-page.ts";
import { titleOf } from "../../../grid/event-words.ts";
import { SNART_COLOURS } from "@snart/calendar/jscalendar/snart-colours.ts";
import { ColourItems } from "./colour-items.tsx";
import { FilterItems } from "./filter-items.tsx";
import styles from "./event-menu.module.css";

interface EventMenuProps {
  readonly page: CalendarPageState;
  /** its subject: an event, or the whole selection */
  readonly occurrences: readonly ShownOccurrence[];
  /** of the window, px */
  readonly at: { readonly x: number; readonly y: number };
  readonly onTake: (occurrences: readonly ShownOccurrence[]) => void;
  readonly onClose: () => void;
}

const icon = { size: 16, strokeWidth: 1.6 } as const;

/** Shows the menu of an event's actions, which the secondary mouse button opens. */
export function EventMenu({ page, occurrences, at, onTake, onClose }: EventMenuProps) {
  const t = useMessages();
  const { itemActions, account } = page;
  // The menu is placed beside this element, once the element is in its place.
  const [anchor, setAnchor] = useState<HTMLSpanElement | null>(null);
  const [occurrence] = occurrences;
  if (!occurrence) return null;
  const isAlone = occurrences.length === 1;
  const facts = eventFacts(occurrence.event, account.email);
  const asked = isAlone ? answeringOf(occurrence, account.email) : null;
  const mayWrite = occurrences.some((it) => it.calendar.mayWrite);
  const label = isAlone ? titleOf(facts, t) : itemsText(occurrences, t);
  return (
    <>
      <span ref={setAnchor} className={styles.anchor} style={{ left: at.x, top: at.y }} />
      {anchor ? (
        <MenuAt label={label} anchor={{ current: anchor }} onClose={onClose}>
          {isAlone && mayWrite ? (
            <MenuItem icon={<Pencil {...icon} />} hint="E" onAction={() => itemActions.edit(occurrence)}>
              {t("event.edit")}
            </MenuItem>
          ) : null}
          <MenuItem icon={<Copy {...icon} />} hint="Ctrl C" onAction={() => onTake(occurrences)}>
            {t("event.copy")}
          </MenuItem>
          {isAlone ? (
            <MenuItem icon={<CopyPlus {...icon} />} onAction={() => itemActions.copy(occurrence)}>
              {t("tools.duplicate")}
            </MenuItem>
          ) : null}
          {asked?.may ? (
            <>
              <MenuLine />
              {answers.map(([status, word]) => (
                <MenuItem
                  key={status}
                  hint={asked.guest.answer === status ? "✓" : undefined}
                  onAction={() => itemActions.answer(occurrence, asked, { status })}
                >
                  {t(word)}
                </MenuItem>
              ))}
            </>
          ) : null}
          {mayWrite ? (
            <ColourItems
              own={occurrence.event.color === undefined ? null : occurrence.colour}
              onChoose={(id) => itemActions.recolour(occurrence, id && SNART_COLOURS[id].css)}
            />
          ) : null}
          {isAlone ? <FilterItems occurrence={occurrence} /> : null}
          <MenuLine />
          {isAlone ? <KeepingItems occurrence={occurrence} isBusyOnly={facts.isBusyOnly} /> : null}
          {mayWrite ? (
            <MenuItem
              danger
              icon={<Trash2 {...icon} />}
              hint="Del"
              onAction={() => itemActions.remove(occurrence)}
            >
              {t("event.delete")}
            </MenuItem>
          ) : null}
        </MenuAt>
      ) : null}
    </>
  );
}

interface KeepingItemsProps {
  readonly occurrence: ShownOccurrence;
  readonly isBusyOnly: boolean;
}

/** What leads to an event elsewhere: its link, its file, its history. */
function KeepingItems({ occurrence, isBusyOnly }: KeepingItemsProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  return (
    <>
      {isBusyOnly ? null : (
        <>
          <MenuItem icon={<Link2 {...icon} />} onAction={() => void copyEventLink(occurrence, t)}>
            {t("event.copyLink")}
          </MenuItem>
          <MenuItem icon={<Download {...icon} />} onAction={() => void downloadEvent(occurrence, t)}>
            {t("event.download")}
          </MenuItem>
        </>
      )}
      <MenuItem
        icon={<History {...icon} />}
        onAction={() => navigate(`/history/${idOfKey(occurrence.entry.key)}`)}
      >
        {t("history.open")}
      </MenuItem>
    </>
  );
}

const answers = [
  ["accepted", "tools.answerYes"],
  ["tentative", "tools.answerMaybe"],
  ["declined", "tools.answerNo"],
] as const;

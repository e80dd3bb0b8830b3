import { Download, EyeOff, Eye, Globe, LogOut, Settings2, Users } from "lucide-react";
import { useLocation } from "wouter";
import { exportLink } from "../../../api/calendars/export-link.ts";
import { jmap } from "../../../api/jmap-client.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { calendarColours, type CalendarColour } from "../../../store/items/calendar-colour.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { calendarChangeKey } from "../../../store/queue/change.ts";
import { MenuAt, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { ColourItems } from "./colour-items.tsx";

interface CalendarMenuProps {
  readonly calendar: CalendarEntry;
  readonly anchor: Element;
  readonly onClose: () => void;
}

const icon = { size: 16, strokeWidth: 1.6 } as const;

/** Shows the menu of the actions on a calendar in the sidebar. */
export function CalendarMenu({ calendar, anchor, onClose }: CalendarMenuProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const store = useCalendarStore();
  const { calendars } = useCalendarSnapshot();
  const { key, id, accountId, name, isVisible, isShared } = calendar;
  const isAlone = isVisible && calendars.every((it) => it.key === key || !it.isVisible);
  const recolour = (colour: CalendarColour | null): void => {
    const color = calendarColours.find((it) => it.id === colour)?.hex;
    if (color === undefined || colour === calendar.colour) return;
    const was = { color: calendar.color ?? null };
    store.perform(name, [
      { kind: "calendar", key: calendarChangeKey(accountId, id), name, patch: { color }, was },
    ]);
  };
  const leave = (): void => {
    const [patch, was] = [{ isSubscribed: false }, { isSubscribed: true }];
    const action = store.perform(name, [
      { kind: "calendar", key: calendarChangeKey(accountId, id), name, patch, was },
    ]);
    addToast({
      message: t("sharing.left", { calendar: name }),
      action: { label: t("action.undo"), run: () => void store.undo(action) },
    });
  };
  return (
    <MenuAt label={t("calendars.more", { name })} anchor={{ current: anchor }} onClose={onClose}>
      <MenuItem
        icon={isVisible ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onAction={() => store.setVisible(name, new Map([[key, !isVisible]]))}
      >
        {t(isVisible ? "sidebar.hide" : "sidebar.showIt")}
      </MenuItem>
      <MenuItem
        icon={<Eye {...icon} />}
        hint="Alt"
        onAction={() =>
          store.setVisible(name, new Map(calendars.map((it) => [it.key, isAlone || it.key === key])))
        }
      >
        {t(isAlone ? "action.showAll" : "sidebar.onlyThis")}
      </MenuItem>
      <ColourItems own={calendar.colour} hasNone={false} onChoose={recolour} />
      <MenuLine />
      <MenuItem icon={<Settings2 {...icon} />} onAction={() => navigate(`/settings/calendars#${id}`)}>
        {t("sidebar.settings")}
      </MenuItem>
      {isShared ? null : (
        <>
          <MenuItem icon={<Users {...icon} />} onAction={() => navigate(`/settings/sharing#${id}`)}>
            {t("calendars.share")}
          </MenuItem>
          <MenuItem icon={<Globe {...icon} />} onAction={() => navigate(`/settings/calendars#${id}/publish`)}>
            {t("calendars.publish")}
          </MenuItem>
        </>
      )}
      {calendar.isBusyOnly ? null : (
        <MenuItem
          icon={<Download {...icon} />}
          onAction={() => void download(calendar).catch(() => addToast({ message: t("error.unreachable") }))}
        >
          {t("calendars.export")}
        </MenuItem>
      )}
      {isShared ? (
        <MenuItem icon={<LogOut {...icon} />} onAction={leave}>
          {t("sharing.leave")}
        </MenuItem>
      ) : null}
    </MenuAt>
  );
}

/** Downloads a calendar as a file. Throws Error if the server can't be reached or offers no files. */
async function download({ accountId, id, name }: CalendarEntry): Promise<void> {
  const session = await jmap.session();
  const href = session.ok ? exportLink(session.value, accountId, { id, name }) : undefined;
  if (href === undefined) throw new Error("there is no file to fetch");
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

import { Ellipsis, GripVertical } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { useLocation } from "wouter";
import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import type { Subscription } from "../../../api/calendars/feeds-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { nearestCalendarColour } from "../../../store/items/calendar-colour.ts";
import { HowLongAgo } from "../../../ui/distance/how-long-ago.tsx";
import { Menu, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { Toggle } from "../../../ui/fields/toggle.tsx";
import { takesEvents } from "./default-calendar.ts";
import type { CalendarAction } from "./open-dialog.ts";
import styles from "./calendar-rows.module.css";

interface CalendarRowProps {
  readonly calendar: ManagedCalendar;
  readonly subscription: Subscription | undefined;
  /** links that hold */
  readonly links: number;
  /** new events go here */
  readonly isDefault: boolean;
  /** being carried to another place */
  readonly isCarried: boolean;
  readonly onShow: (isVisible: boolean) => void;
  readonly onMove: (by: number) => void;
  readonly onCarry: (event: PointerEvent<HTMLElement>) => void;
  readonly onAction: (action: CalendarAction) => void;
}

/** One calendar: handle, colour, name with its facts, switch, and a menu with the rest. */
export function CalendarRow(props: CalendarRowProps) {
  const { calendar, subscription, links, isDefault, isCarried, onShow, onMove, onCarry } = props;
  const t = useMessages();
  const { name } = calendar;
  const moveByKey = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li className={styles.row} data-carried={isCarried || undefined}>
      <button
        type="button"
        className={styles.handle}
        aria-label={t("calendars.move", { name })}
        onKeyDown={moveByKey}
        onPointerDown={onCarry}
      >
        <GripVertical size={16} strokeWidth={1.6} aria-hidden />
      </button>
      <Swatch
        colour={nearestCalendarColour(calendar.color, calendar.id)}
        hollow={!calendar.isVisible}
        size={14}
      />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.said}>
          {subscription ? <FollowedNote subscription={subscription} /> : null}
          {isDefault ? t("calendars.isDefault") : null}
          {links > 0 ? <span>{t("calendars.published", { count: links })}</span> : null}
        </span>
      </span>
      <Toggle label={t("calendars.show", { name })} checked={calendar.isVisible} onChange={onShow} />
      <RowMenu {...props} />
    </li>
  );
}

function FollowedNote({ subscription }: { readonly subscription: Subscription }) {
  const t = useMessages();
  if (subscription.error)
    return <span className={styles.trouble}>{t(`feedError.${subscription.error.code}`)}</span>;
  if (subscription.fetchedAt === null) return <span>{t("subscription.never")}</span>;
  return (
    <span>
      <Sentence
        of="subscription.readAgo"
        args={{ distance: <HowLongAgo at={Date.parse(subscription.fetchedAt)} /> }}
      />
    </span>
  );
}

function RowMenu({ calendar, subscription, isDefault, onMove, onAction }: CalendarRowProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const { name, href, myRights } = calendar;
  const { mayShare, mayDelete } = myRights;
  const label = t("calendars.more", { name });
  return (
    <MenuTrigger>
      <AriaButton className={styles.more ?? ""} aria-label={label}>
        <Ellipsis size={16} strokeWidth={1.8} aria-hidden />
      </AriaButton>
      <Menu label={label}>
        <MenuItem onAction={() => onAction("edit")}>{t("calendars.edit")}</MenuItem>
        {takesEvents(calendar) && !isDefault ? (
          <MenuItem onAction={() => onAction("default")}>{t("calendars.makeDefault")}</MenuItem>
        ) : null}
        {subscription ? (
          <MenuItem onAction={() => onAction("subscription")}>{t("calendars.details")}</MenuItem>
        ) : null}
        {mayShare ? (
          <MenuItem onAction={() => navigate(`/settings/sharing#${calendar.id}`)}>
            {t("calendars.share")}
          </MenuItem>
        ) : null}
        {mayShare ? <MenuItem onAction={() => onAction("publish")}>{t("calendars.publish")}</MenuItem> : null}
        {href === undefined || !myRights.mayReadItems ? null : (
          <MenuItem onAction={() => download(href)}>{t("calendars.export")}</MenuItem>
        )}
        <MenuItem onAction={() => onMove(-1)}>{t("calendars.moveUp")}</MenuItem>
        <MenuItem onAction={() => onMove(1)}>{t("calendars.moveDown")}</MenuItem>
        {mayDelete ? <MenuLine /> : null}
        {mayDelete ? (
          <MenuItem danger onAction={() => onAction("delete")}>
            {t(subscription ? "calendars.unfollow" : "calendars.delete")}
          </MenuItem>
        ) : null}
      </Menu>
    </MenuTrigger>
  );
}

/** The answer is a file to save: the page stays. */
function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

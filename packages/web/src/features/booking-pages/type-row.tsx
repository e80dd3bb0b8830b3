import type { BookingPageRecord, PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from "lucide-react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import type { RemoteCalendar } from "../../api/items/calendar-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem, MenuLine } from "../../ui/overlays/menu.tsx";
import { lengthsOfPage, wordsOf } from "./model.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { standInFor } from "./owner/use-own-calendars.ts";
import type { TypeActs } from "./use-type-acts.ts";
import styles from "./screen.module.css";

interface TypeRowProps {
  readonly page: BookingPageRecord;
  readonly type: PageEventTypeRecord;
  readonly isBusy: boolean;
  readonly acts: TypeActs;
  /** of whose page it is; undefined: not known yet */
  readonly calendars: readonly RemoteCalendar[] | undefined;
}

/** One thing that can be booked at a page, and what is done with it. */
export function TypeRow({ page, type, isBusy, acts, calendars }: TypeRowProps) {
  const t = useMessages();
  const name = isolated(wordsOf(type.title, useLanguage()));
  const lengths = lengthsOfPage(page).filter(({ typeId }) => typeId === type.id);
  const standIn = standInFor(calendars, type.type);
  return (
    <li className={styles.booking}>
      <span className={styles.what}>
        <span className={styles.named}>
          {type.type.color ? <Swatch colour={type.type.color} /> : null}
          {name}
        </span>
        <span className={styles.quiet}>
          {type.type.nights
            ? t("bookingPages.nightsRange", { least: type.type.nights.least, most: type.type.nights.most })
            : lengths.map(({ minutes }) => t("bookingPages.minutes", { minutes })).join(" · ")}
        </span>
        {standIn === undefined ? null : (
          <span>{t("bookingPages.calendarMissed", { calendar: isolated(standIn) })}</span>
        )}
      </span>
      <span className={styles.ways}>
        <Button
          disabled={isBusy}
          aria-label={t("bookingPages.editNamed", { name })}
          onClick={() => acts.edit(page, type)}
        >
          {t("bookingPages.edit")}
        </Button>
        <TypeMenu page={page} type={type} isBusy={isBusy} acts={acts} />
      </span>
    </li>
  );
}

const ICON = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

function TypeMenu({ page, type, isBusy, acts }: Omit<TypeRowProps, "calendars">) {
  const t = useMessages();
  const name = isolated(wordsOf(type.title, useLanguage()));
  const label = t("bookingPages.moreNamed", { name });
  const at = page.types.indexOf(type);
  return (
    <MenuTrigger>
      <AriaButton className={styles.more ?? ""} aria-label={label} isDisabled={isBusy}>
        <Ellipsis {...ICON} />
      </AriaButton>
      <Menu label={label}>
        <MenuItem icon={<Copy {...ICON} />} onAction={() => acts.duplicate(page, type)}>
          {t("bookingPages.duplicate")}
        </MenuItem>
        {at > 0 ? (
          <MenuItem icon={<ArrowUp {...ICON} />} onAction={() => acts.move(page, type, -1)}>
            {t("bookingPages.up")}
          </MenuItem>
        ) : null}
        {at < page.types.length - 1 ? (
          <MenuItem icon={<ArrowDown {...ICON} />} onAction={() => acts.move(page, type, 1)}>
            {t("bookingPages.down")}
          </MenuItem>
        ) : null}
        {page.types.length > 1 ? (
          <>
            <MenuLine />
            <MenuItem danger icon={<Trash2 {...ICON} />} onAction={() => acts.remove(page, type)}>
              {t("bookingPages.remove")}
            </MenuItem>
          </>
        ) : null}
      </Menu>
    </MenuTrigger>
  );
}

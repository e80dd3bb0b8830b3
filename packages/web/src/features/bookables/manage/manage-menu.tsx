import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import {
  ChartNoAxesColumn,
  ChevronDown,
  DoorClosed,
  ListChecks,
  MonitorCheck,
  Pencil,
  Printer,
  QrCode as QrIcon,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { useLocation } from "wouter";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Menu, MenuItem, MenuLine } from "../../../ui/overlays/menu.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import type { ManageDialogProps } from "./dialog-props.ts";
import { DetailsDialog } from "./details-dialog.tsx";
import { DisplaysDialog } from "./displays-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import styles from "./manage.module.css";

interface ManageMenuProps {
  readonly accountId: string;
  readonly bookable: BookableRecord;
  /** of the week that is printed */
  readonly board: string;
  readonly onChanged: () => Promise<void>;
}

const ICON = { size: 16, strokeWidth: 1.6, "aria-hidden": true } as const;

/** What the managers of a thing do besides booking it. */
export function ManageMenu({ accountId, bookable, board, onChanged }: ManageMenuProps) {
  const t = useMessages();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<"details" | "displays" | "close" | "remove">();
  const label = t("manage.label", { name: isolated(bookable.name) });
  const dialog = { accountId, bookable, onChanged, onClose: () => setOpen(undefined) };
  return (
    <>
      <MenuTrigger>
        <AriaButton className={styles.button ?? ""} aria-label={label}>
          {t("manage.open")}
          <ChevronDown size={15} strokeWidth={1.8} aria-hidden />
        </AriaButton>
        <Menu label={label}>
          <MenuItem
            icon={<ListChecks {...ICON} />}
            onAction={() => navigate(`/bookables/${bookable.id}/rules`)}
          >
            {t("manage.rules")}
          </MenuItem>
          <MenuItem
            icon={<ChartNoAxesColumn {...ICON} />}
            onAction={() => navigate(`/bookables/${bookable.id}/report`)}
          >
            {t("bookables.report")}
          </MenuItem>
          <MenuItem icon={<Printer {...ICON} />} onAction={() => navigate(`${board}/print`)}>
            {t("manage.print")}
          </MenuItem>
          {bookable.rules ? (
            <MenuItem icon={<QrIcon {...ICON} />} onAction={() => navigate(`/bookables/${bookable.id}/sign`)}>
              {t("manage.sign")}
            </MenuItem>
          ) : null}
          {bookable.rules ? (
            <MenuItem
              icon={<UserRoundPlus {...ICON} />}
              onAction={() => navigate(`/booking-pages?of=${bookable.managersId}`)}
            >
              {t("manage.guests")}
            </MenuItem>
          ) : null}
          <MenuLine />
          <MenuItem icon={<Pencil {...ICON} />} onAction={() => setOpen("details")}>
            {t("manage.details")}
          </MenuItem>
          {bookable.rules ? (
            <MenuItem icon={<MonitorCheck {...ICON} />} onAction={() => setOpen("displays")}>
              {t("manage.displays")}
            </MenuItem>
          ) : null}
          {bookable.rules ? (
            <MenuItem icon={<DoorClosed {...ICON} />} onAction={() => setOpen("close")}>
              {t("manage.close")}
            </MenuItem>
          ) : null}
          <MenuItem icon={<Trash2 {...ICON} />} danger onAction={() => setOpen("remove")}>
            {t("manage.remove")}
          </MenuItem>
        </Menu>
      </MenuTrigger>
      <OpenDialog open={open} dialog={dialog} />
    </>
  );
}

/** The dialog that was asked for. */
function OpenDialog({
  open,
  dialog,
}: {
  readonly open: "details" | "displays" | "close" | "remove" | undefined;
  readonly dialog: ManageDialogProps;
}) {
  switch (open) {
    case "details":
      return <DetailsDialog {...dialog} />;
    case "displays":
      return <DisplaysDialog {...dialog} />;
    case "close":
      return <CloseDialog {...dialog} />;
    case "remove":
      return <RemoveDialog {...dialog} />;
    case undefined:
      return null;
  }
}

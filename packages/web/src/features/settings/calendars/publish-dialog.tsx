import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { PublicLinks } from "./public-links.tsx";

interface PublishDialogProps {
  readonly calendar: ManagedCalendar;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}

/** The secret links to a calendar, from the list of calendars. */
export function PublishDialog({ calendar, onClose, onChanged }: PublishDialogProps) {
  const t = useMessages();
  const footer = (
    <Button size={36} onClick={onClose}>
      {t("action.done")}
    </Button>
  );
  return (
    <Dialog
      title={t("publish.title", { name: calendar.name })}
      isOpen
      onClose={onClose}
      footer={footer}
      width={560}
    >
      <PublicLinks calendar={calendar} onChanged={onChanged} />
    </Dialog>
  );
}

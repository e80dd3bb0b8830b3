import type { CalendarList } from "./calendar-list.ts";
import type { OpenDialog } from "./open-dialog.ts";
import { CalendarDialog } from "./calendar-dialog.tsx";
import { DeleteCalendarDialog } from "./delete-calendar-dialog.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { SubscribeDialog } from "./subscribe-dialog.tsx";
import { SubscriptionDialog } from "./subscription-dialog.tsx";

interface CalendarDialogsProps {
  readonly open: OpenDialog;
  readonly list: CalendarList;
  readonly accountId: string;
  readonly onClose: () => void;
}

/** The dialog that is open over the list of calendars, if any. */
export function CalendarDialogs({ open, list, accountId, onClose }: CalendarDialogsProps) {
  const { reload, subscriptions } = list;
  const saved = (): void => void reload();
  if (open.kind === "new")
    return <CalendarDialog calendar={undefined} accountId={accountId} onClose={onClose} onSaved={saved} />;
  if (open.kind === "subscribe")
    return <SubscribeDialog accountId={accountId} onClose={onClose} onSubscribed={reload} />;
  const { calendar } = open;
  const subscription = subscriptions.get(calendar.id);
  const isFollowed = subscription !== undefined;
  switch (open.kind) {
    case "edit":
      return <CalendarDialog {...{ calendar, isFollowed, accountId, onClose }} onSaved={saved} />;
    case "publish":
      return <PublishDialog calendar={calendar} onClose={onClose} onChanged={reload} />;
    case "delete":
      return <DeleteCalendarDialog {...{ calendar, isFollowed, onClose }} onDeleted={saved} />;
    case "subscription":
      return subscription ? (
        <SubscriptionDialog
          name={calendar.name}
          subscription={subscription}
          onClose={onClose}
          onChanged={reload}
        />
      ) : null;
  }
}

import { useAccount } from "../../store/session.ts";
import { useReminders } from "./use-reminders.ts";
import { ReminderCards } from "./reminder-cards.tsx";

/** What rings while the app is open. Fetched only when something does. */
export function ReminderCorner() {
  const account = useAccount();
  return account ? <CornerOf key={account.id} accountId={account.id} /> : null;
}

function CornerOf({ accountId }: { readonly accountId: string }) {
  const reminders = useReminders(accountId);
  return reminders.list.length > 0 ? <ReminderCards {...reminders} /> : null;
}

import { DoorOpen } from "lucide-react";
import { useEffect } from "react";
import { fetchBookables } from "../../api/items/booking-api.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { useStoredFlag } from "../../ui/use-stored-flag.ts";

interface BookTabProps {
  readonly className: string | undefined;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
}

/** The way to what can be booked, where there is something; the browser remembers that there was. */
export function BookTab({ className, isCurrent, onOpen }: BookTabProps) {
  const t = useMessages();
  const accountId = useAccount()?.id;
  const [isThere, setThere] = useStoredFlag("phone.books", false);
  useEffect(() => {
    if (accountId === undefined) return;
    void fetchBookables(accountId).then((given) => given.ok && setThere(given.value.length > 0));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each person, and when they come or go there
  }, [accountId, isCurrent]);
  if (!isThere) return null;
  return (
    <button
      type="button"
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onOpen}
    >
      <DoorOpen size={21} strokeWidth={1.7} />
      {t("bookables.tab")}
    </button>
  );
}

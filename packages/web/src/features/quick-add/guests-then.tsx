import { Check, TriangleAlert } from "lucide-react";
import { hasAddress } from "../../api/calendars/people-api.ts";
import { isolated } from "../../i18n/isolated.ts";
import { listOf } from "../../i18n/list-of.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { spanOfDraft, useFreeBusy, usePeople, type EventDraft } from "../event/model.ts";
import styles from "./same-time.module.css";

/** Says which guests are free at the time of an event to be made, and which are not; of those who do not show it nothing. */
export function GuestsThen({ draft }: { readonly draft: EventDraft }) {
  const t = useMessages();
  const language = useLanguage();
  const { calendars } = useCalendarSnapshot();
  const accountId = calendars.find(({ key }) => key === draft.calendarKey)?.accountId;
  const people = usePeople(accountId);
  const { start, end } = spanOfDraft(draft, useViewerZone());
  const guests = (draft.guests ?? []).flatMap(({ address, name }) => {
    const person = people?.find((it) => hasAddress(it, address) && it.isBusyShown);
    return person ? [{ id: person.id, name }] : [];
  });
  const ids = guests.map(({ id }) => id);
  const { known } = useFreeBusy({ accountId, ids, from: start, to: end, exceptUid: null });
  if (!known) return null;
  const isBusy = (id: string): boolean =>
    (known.get(id)?.busy ?? []).some((it) => it.from < end && it.to > start);
  const told = guests.filter(({ id }) => known.has(id));
  const names = (of: typeof told): string =>
    listOf(
      of.map(({ name }) => isolated(name)),
      language,
    );
  const [busy, free] = [told.filter(({ id }) => isBusy(id)), told.filter(({ id }) => !isBusy(id))];
  return (
    <>
      {busy.length === 0 ? null : (
        <p className={styles.clash} aria-live="polite">
          <TriangleAlert size={17} strokeWidth={1.8} aria-hidden />
          {t("quickAdd.theyAreBusy", { names: names(busy), count: busy.length })}
        </p>
      )}
      {free.length === 0 ? null : (
        <p className={styles.free} aria-live="polite">
          <Check size={17} strokeWidth={1.9} aria-hidden />
          {t("quickAdd.theyAreFree", { names: names(free), count: free.length })}
        </p>
      )}
    </>
  );
}

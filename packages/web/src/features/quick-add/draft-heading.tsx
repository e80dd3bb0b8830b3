import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { spanOfDraft, type EventDraft } from "../event/model.ts";
import styles from "./words-sheet.module.css";

/** The title of an event to be made, and how soon it is. */
export function DraftHeading({ draft }: { readonly draft: EventDraft }) {
  const t = useMessages();
  const zone = useViewerZone();
  const { start, allDay } = spanOfDraft(draft, zone);
  return (
    <p className={styles.heading} aria-live="polite">
      <b>{draft.title || t("event.untitled")}</b>
      <HowSoon
        target={allDay ? { kind: "date", date: zone.toLocal(start) } : { kind: "instant", at: start }}
        size={19}
      />
    </p>
  );
}

import { useMessages } from "../../i18n/messages.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { accountOfKey } from "../../store/items/entries.ts";
import type { OpenConflict } from "../../store/sync/snapshot.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { conflictTopics } from "./conflict-rows.ts";
import { versionText } from "./version-text.ts";
import styles from "./conflict-dialog.module.css";

interface ConflictDialogProps {
  readonly open: OpenConflict;
  /** how many more there are */
  readonly more: number;
  readonly onClose: () => void;
}

/** Both versions side by side, and the choice between them. If it is closed without one, everything stays. */
export function ConflictDialog({ open, more, onClose }: ConflictDialogProps) {
  const t = useMessages();
  const store = useCalendarStore();
  const { conflict } = open;
  const event = conflict.mine ?? conflict.theirs;
  const title = isolated(event?.title?.trim() ?? "") || t("event.untitled");
  return (
    <Dialog
      title={t("conflict.title")}
      isOpen
      width={560}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button size={36} onClick={() => store.resolve(open.id, "theirs")}>
            {t(conflict.kind === "gone" ? "conflict.letGo" : "conflict.keepTheirs")}
          </Button>
          <Button
            size={36}
            look={conflict.kind === "deleted" ? "dangerFill" : "primary"}
            onClick={() => store.resolve(open.id, "mine")}
          >
            {t(conflict.kind === "deleted" ? "conflict.deleteAnyway" : "conflict.keepMine")}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {t(`conflict.${conflict.kind}`, { title })} {more > 0 ? t("conflict.more", { count: more }) : null}
      </p>
      <Versions open={open} />
    </Dialog>
  );
}

/** Each side's version of what both have changed; for a side that has deleted the event, the time of that. */
function Versions({ open: { key, conflict } }: { readonly open: OpenConflict }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { calendars } = useCalendarSnapshot();
  const context = { zone, formats, calendars, accountId: accountOfKey(key) };
  const topics = conflict.kind === "changed" ? conflictTopics(conflict.parts) : (["title", "when"] as const);
  const said = (event: typeof conflict.mine, topic: (typeof topics)[number]): string => {
    if (!event) return t("conflict.isDeleted");
    const text = versionText(event, topic, context);
    return text === undefined ? t("conflict.otherwise") : isolated(text.trim()) || t("conflict.empty");
  };
  return (
    <table className={styles.versions}>
      <thead>
        <tr>
          <th scope="col">{t("conflict.what")}</th>
          <th scope="col">{t("conflict.mine")}</th>
          <th scope="col">{t("conflict.theirs")}</th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic) => (
          <tr key={topic}>
            <th scope="row">{t(`conflict.topic.${topic}`)}</th>
            <td>{said(conflict.mine, topic)}</td>
            <td>{said(conflict.theirs, topic)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

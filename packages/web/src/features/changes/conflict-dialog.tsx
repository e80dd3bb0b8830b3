import { useMessages } from "../../i18n/messages.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { accountOfKey } from "../../store/items/entries.ts";
import type { OpenConflict } from "../../store/sync/snapshot.ts";
import { keepMine, keepTheirs } from "../../store/queue/resolve-conflict.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { HowLongAgo } from "../../ui/distance/how-long-ago.tsx";
import { Sentence } from "../../i18n/sentence.tsx";
import { readLocalText } from "../../store/items/local-text.ts";
import { conflictRows, eventOfRow, type ConflictRow } from "./conflict-rows.ts";
import { useChangedBy } from "./use-changed-by.ts";
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
  const changedBy = useChangedBy(open.key);
  const by = changedBy && { ...changedBy, name: isolated(changedBy.name) };
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
          <Button size={36} onClick={() => store.resolve(open.id, keepTheirs)}>
            {conflict.kind === "gone"
              ? t("conflict.letGo")
              : by
                ? t("conflict.keepFrom", { name: by.name })
                : t("conflict.keepTheirs")}
          </Button>
          <Button
            size={36}
            look={conflict.kind === "deleted" ? "dangerFill" : "primary"}
            onClick={() => store.resolve(open.id, keepMine)}
          >
            {t(conflict.kind === "deleted" ? "conflict.deleteAnyway" : "conflict.keepMine")}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {by ? (
          <Sentence
            of={`conflict.by.${conflict.kind}`}
            args={{ title, name: by.name, distance: <HowLongAgo at={by.at} /> }}
          />
        ) : (
          t(`conflict.${conflict.kind}`, { title })
        )}{" "}
        {more > 0 ? t("conflict.more", { count: more }) : null}
      </p>
      <Versions open={open} theirs={by?.name ?? t("conflict.theirs")} />
    </Dialog>
  );
}

interface VersionsProps {
  readonly open: OpenConflict;
  /** whose the other version is */
  readonly theirs: string;
}

/** Each side's version of what both have changed; for a side that has deleted the event, that it did. */
function Versions({ open: { key, conflict }, theirs }: VersionsProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { calendars } = useCalendarSnapshot();
  const context = { zone, formats, calendars, accountId: accountOfKey(key) };
  const rows = conflict.kind === "changed" ? conflictRows(conflict.parts) : WHOLE;
  const named = ({ topic, recurrenceId }: ConflictRow): string => {
    const local = recurrenceId === null ? undefined : readLocalText(recurrenceId);
    const word = t(`conflict.topic.${topic}`);
    return local === undefined
      ? word
      : t("conflict.topic.date", { topic: word, day: formats.day(zone.toInstant(local)) });
  };
  const said = (event: typeof conflict.mine, row: ConflictRow): string => {
    const shown = event && eventOfRow(event, row);
    if (!shown) return t("conflict.isDeleted");
    const text = versionText(shown, row.topic, context);
    return text === undefined ? t("conflict.otherwise") : isolated(text.trim()) || t("conflict.empty");
  };
  return (
    <table className={styles.versions}>
      <thead>
        <tr>
          <th scope="col">{t("conflict.what")}</th>
          <th scope="col">{t("conflict.mine")}</th>
          <th scope="col">{theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.recurrenceId ?? ""} ${row.topic}`}>
            <th scope="row">{named(row)}</th>
            <td>{said(conflict.mine, row)}</td>
            <td>{said(conflict.theirs, row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WHOLE: readonly ConflictRow[] = [
  { topic: "title", recurrenceId: null },
  { topic: "when", recurrenceId: null },
];

import { Paperclip, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { downloadLink } from "../../../api/download-link.ts";
import { jmap, type JmapSession } from "../../../api/jmap-client.ts";
import { upload } from "../../../api/upload.ts";
import { fileSize } from "../../../i18n/file-size.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { accountOfKey } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { attachingPatch, attachmentsOf, detachingPatch, type Attachment } from "./attachments.ts";
import { problemText } from "../actions/problem-text.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";
import styles from "./attachments.module.css";
import { newId } from "../../../api/new-id.ts";

interface AttachmentsProps {
  readonly occurrence: ShownOccurrence;
  readonly itemActions: ItemActions;
}

/** Lists the files of an event; people who may change it can also add and remove them. */
export function Attachments({ occurrence, itemActions }: AttachmentsProps) {
  const t = useMessages();
  const session = useSession();
  const shown = useLiveOccurrence(occurrence);
  const { sending, send } = useSending(shown, itemActions, session);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const adding = useRef<HTMLSpanElement>(null);
  const heading = useId();
  const files = attachmentsOf(shown.event);
  const mayChange = occurrence.calendar.mayWrite;
  if (files.length === 0 && !mayChange) return null;
  const dragged = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(event.type === "dragover");
    const [file] = event.type === "drop" ? event.dataTransfer.files : [];
    if (file) send(file);
  };
  const drop = mayChange ? { onDragOver: dragged, onDragLeave: dragged, onDrop: dragged } : {};
  return (
    <section
      className={styles.attachments}
      data-over={isOver || undefined}
      aria-labelledby={heading}
      {...drop}
    >
      <h3 id={heading} className={styles.heading}>
        {t("attachment.heading")}
      </h3>
      {files.length > 0 ? (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              <FileLink file={file} session={session} accountId={accountOfKey(shown.entry.key)} />
              {mayChange ? (
                <IconButton
                  label={t("attachment.remove", { name: isolated(file.name) })}
                  size={24}
                  onClick={() => {
                    // The focused element disappears; without a focus, Escape would not be handled.
                    adding.current?.querySelector("button")?.focus();
                    itemActions.changeLinks(shown, detachingPatch(file.id));
                  }}
                >
                  <X size={14} strokeWidth={1.6} />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange ? (
        <>
          <input
            ref={input}
            type="file"
            hidden
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file) send(file);
            }}
          />
          <span ref={adding}>
            <Button look="inline" disabled={sending !== null} onClick={() => input.current?.click()}>
              <Paperclip size={14} strokeWidth={1.6} aria-hidden /> {t("attachment.add")}
            </Button>
          </span>
        </>
      ) : null}
      <output className={styles.sending}>
        {sending === null ? null : t("attachment.sending", { name: isolated(sending) })}
      </output>
    </section>
  );
}

/** Returns the popover's event in its present state, because a question about a series closes the popover. */
function useLiveOccurrence(occurrence: ShownOccurrence): ShownOccurrence {
  const store = useCalendarStore();
  const { events } = useCalendarSnapshot();
  const entry = events.get(store.currentKey(occurrence.entry.key));
  return entry && occurrence.recurrenceId === null
    ? { ...occurrence, entry, event: entry.event }
    : occurrence;
}

function useSession(): JmapSession | null {
  const [session, setSession] = useState<JmapSession | null>(null);
  useEffect(() => {
    let isHere = true;
    void jmap.session().then((given) => {
      if (isHere && given.ok) setSession(given.value);
    });
    return () => void (isHere = false);
  }, []);
  return session;
}

/** Uploads a file and attaches it. `sending` is the name of the file during its upload. */
function useSending(shown: ShownOccurrence, itemActions: ItemActions, session: JmapSession | null) {
  const t = useMessages();
  const [sending, setSending] = useState<string | null>(null);
  const send = async (file: File): Promise<void> => {
    if (file.size > (session?.maxSizeAttachment ?? Number.POSITIVE_INFINITY))
      return void addToast({ message: t("error.attachment-too-large") });
    setSending(file.name);
    const sent = await upload(accountOfKey(shown.entry.key), file);
    setSending(null);
    if (!sent.ok) return void addToast({ message: problemText(sent.problem, t) });
    const { name, size } = file;
    const type = file.type || "application/octet-stream";
    const id = newId();
    itemActions.changeLinks(shown, attachingPatch(shown.event, id, { blobId: sent.value, name, type, size }));
  };
  return { sending, send: (file: File): void => void send(file) };
}

interface FileLinkProps {
  readonly file: Attachment;
  readonly session: JmapSession | null;
  readonly accountId: string;
}

function FileLink({ file, session, accountId }: FileLinkProps) {
  const t = useMessages();
  const formats = useFormats(useViewerZone().id);
  const size = file.size === null ? null : <small>{fileSize(file.size, formats, t)}</small>;
  const { name, type, blobId } = file;
  const href =
    blobId !== null && session ? downloadLink(session, accountId, { id: blobId, name, type }) : null;
  const target = href ?? file.href;
  return (
    <span className={styles.name}>
      {target === null ? (
        <bdi>{name}</bdi>
      ) : (
        <a
          href={target}
          className={styles.link}
          {...(href === null ? { target: "_blank", rel: "noreferrer" } : { download: name })}
        >
          <bdi>{name}</bdi>
        </a>
      )}{" "}
      {size}
    </span>
  );
}

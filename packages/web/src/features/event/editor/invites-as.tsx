import { Send } from "lucide-react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { Select } from "../../../ui/fields/select.tsx";
import type { EventDraft } from "../draft/draft.ts";
import { EditorRow, rowIcon } from "../parts/editor-row.tsx";

interface InvitesAsProps {
  readonly draft: EventDraft;
  readonly calendar: CalendarEntry | undefined;
  /** whether the event has an organizer already */
  readonly isInvited: boolean;
  readonly onChange: (part: Partial<EventDraft>) => void;
}

const mayInviteForOwner = ({ mayWrite, mayWriteAll = mayWrite }: CalendarEntry): boolean => mayWriteAll;

/** Returns whether a draft's writer invites its first guests; else the owner does, through the writer (RFC 5545 §3.2.18). */
export function invitesAsSelf(draft: EventDraft, calendars: readonly CalendarEntry[]): boolean {
  const calendar = calendars.find((it) => it.key === draft.calendarKey);
  if (!calendar?.isShared || !mayInviteForOwner(calendar)) return true;
  return draft.invitesAsSelf === true;
}

/** Shows the choice in whose name guests are invited, in a calendar of somebody else or of a group. */
export function InvitesAs({ draft, calendar, isInvited, onChange }: InvitesAsProps) {
  const t = useMessages();
  if (!calendar?.isShared || isInvited || (draft.guests ?? []).length === 0) return null;
  const name = isolated(calendar.ownerName ?? calendar.name);
  const self = { value: "self", label: t("editor.invitesAsSelf") } as const;
  const options = mayInviteForOwner(calendar)
    ? [{ value: "owner", label: t("editor.invitesAsOwner", { name }) } as const, self]
    : [self];
  return (
    <EditorRow icon={<Send {...rowIcon} />}>
      <Select
        label={t("editor.invitesAs")}
        hideLabel
        look="quiet"
        value={invitesAsSelf(draft, [calendar]) ? "self" : "owner"}
        options={options}
        onChange={(value) => onChange({ invitesAsSelf: value === "self" })}
      />
    </EditorRow>
  );
}

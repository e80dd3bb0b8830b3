import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { newId } from "../../../api/new-id.ts";
import { isolated } from "../../../i18n/isolated.ts";
import type { Answering } from "../../../store/items/answering.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { tellDone } from "../../item-actions/screen.tsx";
import { changesFor } from "../series/item-changes.ts";
import type { Scope } from "../series/series-change.ts";
import type { ActionsContext } from "./actions-state.ts";
import { telling } from "./telling.ts";

/** A person's answer, and their note; absent: the note stays unchanged. */
export interface GivenAnswer {
  readonly status: "accepted" | "tentative" | "declined";
  readonly note?: string;
}

/** Answers an invitation, says whom that tells, and offers what else may have been meant of a series. */
export function answerInvitation(
  context: ActionsContext,
  occurrence: ShownOccurrence,
  { guest, of, may }: Answering,
  { status, note }: GivenAnswer,
): void {
  const { t, store } = context;
  const { isOnline } = store.snapshot.get();
  context.setFloating(null);
  if (!may) return void addToast({ message: t("toast.onlyOwnerAnswers", { name: isolated(of ?? "") }) });
  const patch: PatchObject = {
    [`participants/${guest.id}/participationStatus`]: status,
    ...(note !== undefined && { [`participants/${guest.id}/participationComment`]: note.trim() || null }),
  };
  const organizer = arrangerOf(occurrence.entry.event);
  const said = of === null ? t("toast.said", { status }) : t("toast.saidFor", { status, name: isolated(of) });
  const told =
    organizer === null
      ? said
      : `${said} ${t(isOnline ? "toast.isTold" : "toast.isToldLater", { name: isolated(organizer) })}`;
  const [meant, other] = scopesOfAnswer(occurrence, guest.id);
  const give = (scope: Scope): string | undefined => answerAs(context, occurrence, patch, scope);
  const id = give(meant);
  if (id === undefined) return;
  const instead = (scope: Scope): void => {
    store.undo(id);
    const given = give(scope);
    if (given !== undefined) tellDone(context, given, told);
  };
  tellDone(context, id, told, {
    also: other && {
      label: t(other === "one" ? "toast.onlyThisTime" : "toast.allTimes"),
      run: () => instead(other),
    },
  });
}

function answerAs(
  { t, store }: ActionsContext,
  occurrence: ShownOccurrence,
  patch: PatchObject,
  scope: Scope,
): string | undefined {
  const changes = changesFor(occurrence).patched(occurrence, patch, scope, newId());
  if (changes.ok) return store.perform(occurrence.event.title ?? "", telling(changes.value, true));
  addToast({ message: t("toast.impossible") });
  return undefined;
}

/**
 * Returns which events of a series an answer is for, and which others it may have been meant for. The first answer is for
 * all of it. Who has answered all already, and now another thing on one date, most likely can't come on that date: to
 * decline all by mistake would be worse than to press once more.
 */
export function scopesOfAnswer(
  { entry, recurrenceId }: Pick<ShownOccurrence, "entry" | "recurrenceId">,
  guestId: string,
): readonly [Scope, Scope?] {
  if (recurrenceId === null) return ["all"];
  const { participants = {} } = entry.event;
  const invited = Object.hasOwn(participants, guestId) ? participants[guestId] : undefined;
  // A guest of this date alone.
  if (!invited) return ["one"];
  const { participationStatus = "needs-action" } = invited;
  return participationStatus === "needs-action" ? ["all", "one"] : ["one", "all"];
}

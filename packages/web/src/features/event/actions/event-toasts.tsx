import { isolated } from "../../../i18n/isolated.ts";
import type { Span } from "../../../store/items/span.ts";
import { titleText, type ActionContext } from "../../item-actions/model.ts";
import { tellDone, whenText } from "../../item-actions/screen.tsx";
import { SpanDistance } from "../../../grid/when/span-distance.tsx";

export type ActionToast =
  | "toast.created"
  | "toast.moved"
  | "toast.changed"
  | "toast.copied"
  | "toast.brought"
  | "toast.deleted"
  | "toast.movedMany"
  | "toast.changedMany"
  | "toast.copiedMany"
  | "toast.deletedMany";

/** A finished action: its sentence, its event, and the event's new place. */
interface Told {
  readonly actionId: string;
  readonly key: ActionToast;
  readonly title: string;
  readonly span?: Span | undefined;
  /** the name of the event's calendar after the action */
  readonly calendar?: string | undefined;
}

/** Reports an action on an event, with its new distance, and offers to undo it. */
export function tellAction(
  context: ActionContext,
  { actionId, key, title, span, calendar = "" }: Told,
): void {
  const { t, formats } = context;
  const text = t(key, {
    title: titleText(title, t),
    when: span ? whenText(span, formats) : "",
    calendar: isolated(calendar),
  });
  tellDone(context, actionId, text, { distance: span && <SpanDistance span={span} warm={false} /> });
}

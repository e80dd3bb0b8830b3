import type { Messages } from "../../i18n/messages.ts";
import type { PublicOccurrence } from "./read-feed.ts";

/** What the page calls an event: a busy time by the reader's own word for it. */
export const publicTitle = ({ isBusyOnly, title }: PublicOccurrence, t: Messages): string =>
  isBusyOnly ? t("event.busy") : title || t("event.untitled");

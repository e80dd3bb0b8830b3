import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { FreeRow } from "./free-rows.ts";

/** Names whose row it is, within a sentence. */
export function useRowName(): (row: FreeRow) => string {
  const t = useMessages();
  return ({ key, name }) => (key === "" ? t("freeBusy.toYou") : isolated(name));
}

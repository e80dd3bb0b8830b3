import { sortedByName } from "../../../i18n/format.ts";
import type { SelectOption } from "../../../ui/fields/select.tsx";

/** A zone as people look for it: "Stockholm, Europe", "Indianapolis, Indiana, America". */
export function zoneLabel(id: string): string {
  return id.replaceAll("_", " ").split("/").toReversed().join(", ");
}

/** Every zone this machine knows by name, and the chosen one even if it is not among them. */
export function zoneOptions(known: readonly string[], chosen: string): readonly SelectOption[] {
  const ids = known.includes(chosen) ? known : [...known, chosen];
  return sortedByName(
    ids.map((value) => ({ value, label: zoneLabel(value) })),
    (option) => option.label,
  );
}

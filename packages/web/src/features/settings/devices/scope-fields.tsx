import type { CredentialScope } from "@snart/calendar/jmap/account.ts";
import { useEffect, useState } from "react";
import { fetchCalendars } from "../../../api/items/calendar-api.ts";
import { sortedByName } from "../../../i18n/format.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import styles from "./by-hand.module.css";

export interface NamedCalendar {
  readonly id: string;
  readonly name: string;
}

/** The person's own calendars, by name; empty until they are known. */
export function useOwnCalendars(accountId: string): readonly NamedCalendar[] {
  const [calendars, setCalendars] = useState<readonly NamedCalendar[]>([]);
  useEffect(() => {
    void fetchCalendars(accountId).then((given) => {
      if (given.ok) setCalendars(sortedByName(given.value.list, ({ name }) => name));
    });
  }, [accountId]);
  return calendars;
}

interface ScopeFieldsProps {
  readonly accountId: string;
  /** null: everything */
  readonly scope: CredentialScope | null;
  readonly onChange: (scope: CredentialScope | null) => void;
}

const WAYS = ["all", "read", "some", "someRead"] as const;

const KINDS = ["both", "VEVENT", "VTODO"] as const;
const KIND_WORDS = { both: "both", VEVENT: "events", VTODO: "tasks" } as const;

/** null where nothing is left out, as everything is told. */
const narrowed = (scope: CredentialScope): CredentialScope | null =>
  scope.calendarIds === null && scope.mayWrite && scope.component === undefined ? null : scope;

/** What a new app password reaches: all calendars or some, their events or tasks, to change them or only to read. */
export function ScopeFields({ accountId, scope, onChange }: ScopeFieldsProps) {
  const t = useMessages();
  const calendars = useOwnCalendars(accountId);
  const chosen = scope?.calendarIds;
  const way = chosen ? (scope?.mayWrite ? "some" : "someRead") : scope?.mayWrite === false ? "read" : "all";
  const choose = (next: (typeof WAYS)[number]): void => {
    const isAll = next === "all" || next === "read";
    const calendarIds = isAll ? null : (chosen ?? []);
    onChange(
      narrowed({ calendarIds, mayWrite: next === "all" || next === "some", component: scope?.component }),
    );
  };
  return (
    <>
      <Select
        label={t("settings.devices.scope")}
        options={WAYS.map((value) => ({ value, label: t(`settings.devices.scope.${value}`) }))}
        value={way}
        onChange={choose}
      />
      <Select
        label={t("settings.devices.scope.kind")}
        options={KINDS.map((value) => ({
          value,
          label: t(`settings.devices.scope.kind.${KIND_WORDS[value]}`),
        }))}
        value={scope?.component ?? "both"}
        onChange={(kind) =>
          onChange(
            narrowed({
              calendarIds: chosen ?? null,
              mayWrite: scope?.mayWrite !== false,
              ...(kind !== "both" && { component: kind }),
            }),
          )
        }
      />
      {chosen ? (
        <fieldset aria-label={t("settings.devices.scope.which")} className={styles.calendars}>
          {calendars.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(isOn) =>
                onChange({
                  calendarIds: isOn ? [...chosen, id] : chosen.filter((one) => one !== id),
                  mayWrite: scope?.mayWrite === true,
                  component: scope?.component,
                })
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** In words, what an app password reaches. */
export function useScopeWords(
  calendars: readonly NamedCalendar[],
): (scope: CredentialScope | null) => string {
  const t = useMessages();
  return (scope) => {
    const names = calendars.filter(({ id }) => scope?.calendarIds?.includes(id)).map(({ name }) => name);
    const may = scope === null || scope.mayWrite ? "write" : "read";
    const reached = scope?.calendarIds
      ? t(`settings.devices.reaches.${may}`, { calendars: names.join(", ") })
      : t(`settings.devices.reachesAll.${may}`);
    const only = scope?.component && t(`settings.devices.scope.only.${KIND_WORDS[scope.component]}`);
    return only ? `${reached} ${only}` : reached;
  };
}

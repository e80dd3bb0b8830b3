import type { EventType, Host } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import type { PossibleHost } from "../owner/use-page-owners.ts";
import { NumberField, Part } from "./fields.tsx";
import { hostsIn, withHost } from "./hosts.ts";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

interface HostsPartProps {
  readonly form: TypeForm;
  /** those whose page it is */
  readonly people: readonly PossibleHost[];
}

const MODES = ["one", "collective", "rotate"] as const;

/** Who receives guests: one of a group, some together, or some in turn, each with a share. Nothing where there is only one person. */
export function HostsPart({ form, people }: HostsPartProps) {
  const t = useMessages();
  const { mode, hosts } = form.record.type;
  const gone = hosts.filter(({ id }) => people.every((person) => person.id !== id));
  if (people.length < 2 && gone.length === 0 && hosts.length < 2) return null;
  const put = (nextMode: EventType["mode"], next: readonly Host[]): void =>
    form.set({ mode: nextMode, hosts: hostsIn(nextMode, next) });
  return (
    <Part
      title={t("bookingPages.part.hosts")}
      hint={t("bookingPages.hostsHint", { mode })}
      error={form.wrongItself("hosts")}
    >
      <Select
        label={t("bookingPages.field.mode")}
        options={MODES.map((value) => ({ value, label: t("bookingPages.mode", { mode: value }) }))}
        value={mode}
        onChange={(next) => put(next, hosts)}
      />
      {mode === "one" ? (
        <OneHost people={people} host={hosts[0]} onChange={(id) => put(mode, [{ id }])} />
      ) : (
        <ul className={styles.hosts}>
          {people.map((person) => (
            <HostRow key={person.id} form={form} person={person} onChange={(next) => put(mode, next)} />
          ))}
          {gone.map(({ id }) => (
            <li key={id}>
              <Checkbox checked onChange={() => put(mode, withHost(hosts, id, false))}>
                {t("bookingPages.hostGone")}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface OneHostProps {
  readonly people: readonly PossibleHost[];
  readonly host: Host | undefined;
  readonly onChange: (id: string) => void;
}

function OneHost({ people, host, onChange }: OneHostProps) {
  const t = useMessages();
  const known = people.map(({ id, name }) => ({ value: id, label: isolated(name) }));
  const isGone = host !== undefined && people.every(({ id }) => id !== host.id);
  return (
    <Select
      label={t("bookingPages.field.host")}
      options={[...known, ...(isGone ? [{ value: host.id, label: t("bookingPages.hostGone") }] : [])]}
      value={host?.id ?? ""}
      onChange={onChange}
    />
  );
}

interface HostRowProps {
  readonly form: TypeForm;
  readonly person: PossibleHost;
  readonly onChange: (hosts: readonly Host[]) => void;
}

function HostRow({ form, person: { id, name, isSuspended }, onChange }: HostRowProps) {
  const t = useMessages();
  const { mode, hosts } = form.record.type;
  const at = hosts.findIndex((host) => host.id === id);
  const weigh = (weight: number | undefined): void =>
    onChange(hosts.map((host) => (host.id === id ? { id, ...(weight !== undefined && { weight }) } : host)));
  return (
    <li>
      <Checkbox
        checked={at >= 0}
        disabled={at < 0 && hosts.length >= PAGE_LIMITS.hosts}
        onChange={(isOn) => onChange(withHost(hosts, id, isOn))}
      >
        {isSuspended ? t("bookingPages.hostSuspended", { name: isolated(name) }) : isolated(name)}
      </Checkbox>
      {mode === "rotate" && at >= 0 ? (
        <NumberField
          label={t("bookingPages.shareOf", { name: isolated(name) })}
          value={hosts[at]?.weight ?? 1}
          error={form.wrong(`hosts/${at}`)}
          onChange={(weight) => weigh(weight === 1 ? undefined : (weight ?? NaN))}
        />
      ) : null}
    </li>
  );
}

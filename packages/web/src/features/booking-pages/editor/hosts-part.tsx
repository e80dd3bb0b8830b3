import type { EventType, Host } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { isOfThings, type PageOwner, type PossibleHost } from "../owner/use-page-owners.ts";
import { NumberField, Part } from "./fields.tsx";
import { hostsIn, withHost } from "./hosts.ts";
import type { TypeForm } from "./type-form.ts";
import type { TypeChanges } from "./type-record.ts";
import styles from "./editor.module.css";

interface HostsPartProps {
  readonly form: TypeForm;
  /** whose page it is */
  readonly owner: PageOwner;
}

const MODES = ["one", "collective", "rotate", "mixed"] as const;
type Way = (typeof MODES)[number] | "house";

/** Who receives guests: one of a group, some together, some in turn, each with a share, some of each, or nobody, where guests have a thing of the group. Nothing where there is no choice. */
export function HostsPart({ form, owner }: HostsPartProps) {
  const t = useMessages();
  const { type } = form.record;
  const { hosts: people, things } = owner;
  const isHouse = isOfThings(owner, type);
  const isChoice = people.length > 1 || type.hosts.length > 1 || things.length > 0 || isHouse;
  const isGone = !isHouse && type.hosts.some(({ id }) => people.every((person) => person.id !== id));
  if (!isChoice && !isGone) return null;
  const way: Way = isHouse ? "house" : type.mode;
  const ways: readonly Way[] = things.length > 0 || isHouse ? [...MODES, "house"] : MODES;
  return (
    <Part
      title={t("bookingPages.part.hosts")}
      hint={t("bookingPages.hostsHint", { mode: way })}
      error={form.wrongItself("hosts")}
    >
      <Select
        label={t("bookingPages.field.mode")}
        options={ways.map((value) => ({ value, label: t("bookingPages.mode", { mode: value }) }))}
        value={way}
        onChange={(next) => form.set(rulesOfWay(next, owner, type))}
      />
      {isHouse ? null : <HostChoice form={form} people={people} />}
    </Part>
  );
}

/** What an event type says of its hosts, and of what they lend, in another way of receiving guests. */
function rulesOfWay(
  way: Way,
  { id, hosts: [first], things: [thing] }: PageOwner,
  type: EventType,
): TypeChanges {
  if (way === "house") {
    const anyOf = type.rooms?.anyOf ?? (thing ? [thing.id] : []);
    return { mode: "one", hosts: [{ id }], rooms: { anyOf, required: true } };
  }
  const people = type.hosts.filter((host) => host.id !== id);
  const fallback = first ? [{ id: first.id }] : [];
  // A calendar of the group is no choice for its members.
  return { mode: way, calendarId: undefined, hosts: hostsIn(way, people.length > 0 ? people : fallback) };
}

interface HostChoiceProps {
  readonly form: TypeForm;
  readonly people: readonly PossibleHost[];
}

function HostChoice({ form, people }: HostChoiceProps) {
  const t = useMessages();
  const { mode, hosts } = form.record.type;
  const gone = hosts.filter(({ id }) => people.every((person) => person.id !== id));
  const put = (next: readonly Host[]): void => form.set({ hosts: hostsIn(mode, next) });
  if (mode === "one") return <OneHost people={people} host={hosts[0]} onChange={(id) => put([{ id }])} />;
  return (
    <ul className={styles.hosts}>
      {people.map((person) => (
        <HostRow key={person.id} form={form} person={person} onChange={put} />
      ))}
      {gone.map(({ id }) => (
        <li key={id}>
          <Checkbox checked onChange={() => put(withHost(hosts, id, false))}>
            {t("bookingPages.hostGone")}
          </Checkbox>
        </li>
      ))}
    </ul>
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
  const host = hosts[at];
  const put = (changes: Partial<Omit<Host, "id">>): void =>
    onChange(hosts.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  const isInTurn = mode === "rotate" || host?.role === "pool";
  return (
    <li>
      <Checkbox
        checked={at >= 0}
        disabled={at < 0 && hosts.length >= PAGE_LIMITS.hosts}
        onChange={(isOn) => onChange(withHost(hosts, id, isOn))}
      >
        {isSuspended ? t("bookingPages.hostSuspended", { name: isolated(name) }) : isolated(name)}
      </Checkbox>
      {mode === "mixed" && host ? (
        <Select
          label={t("bookingPages.roleOf", { name: isolated(name) })}
          options={ROLES.map((value) => ({ value, label: t("bookingPages.role", { role: value }) }))}
          value={host.role ?? "pool"}
          onChange={(role) => put({ role })}
        />
      ) : null}
      {isInTurn && host ? (
        <NumberField
          label={t("bookingPages.shareOf", { name: isolated(name) })}
          value={host.weight ?? 1}
          error={form.wrong(`hosts/${at}`)}
          onChange={(weight) => put({ weight: weight ?? NaN })}
        />
      ) : null}
    </li>
  );
}

const ROLES = ["required", "pool"] as const;

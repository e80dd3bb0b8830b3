import {
  firstProperty,
  makeProperty,
  parameterValue,
  withoutProperties,
  withProperty,
  type Component,
  type Property,
} from "../../icalendar/component.ts";
import type { Converter } from "./converter.ts";
import type { Id, Item, NameSet, Participant, Progress } from "../types.ts";
import { lowerParameter, withParameter, withValue } from "./edit-property.ts";
import { sameAddress } from "../calendar-address.ts";
import {
  keyedParticipants,
  withParticipantComponents,
  writeParticipantComponents,
} from "./participant-component.ts";
import { withComments, writeComments } from "./participant-comment.ts";
import { derivedId, isId, keyedProperties, withKeyedProperties } from "./keyed-properties.ts";

const ROLE_NAMES: Readonly<Record<string, NameSet>> = {
  CHAIR: { attendee: true, chair: true },
  "REQ-PARTICIPANT": { attendee: true },
  "OPT-PARTICIPANT": { attendee: true, optional: true },
  "NON-PARTICIPANT": { informational: true },
  OWNER: { attendee: true, owner: true },
};

const identity = ({ value }: Property): string => value.trim().toLowerCase();
const isAttendee = ({ name }: Property): boolean => name === "ATTENDEE";
const valuesOf = (property: Property, name: string): readonly string[] =>
  property.parameters.find((parameter) => parameter.name === name)?.values ?? [];
const setOf = (values: readonly string[]): NameSet =>
  Object.fromEntries(values.map((value) => [value, true]));
const membersOf = (set: NameSet | undefined): string[] =>
  Object.keys(set ?? {}).filter((name) => set?.[name]);

const kindOf = (cutype: string | undefined): string | undefined => (cutype === "room" ? "location" : cutype);

/** A participant's progress with a task; iCalendar stores it as their participation status. */
const PROGRESS: ReadonlySet<string> = new Set(["completed", "in-process", "failed"]);

function readPartstat(status: string | undefined): Pick<Participant, "participationStatus" | "progress"> {
  if (status === undefined) return {};
  if (!PROGRESS.has(status)) return { participationStatus: status };
  return { participationStatus: "accepted", progress: status as Progress };
}

/** PARTSTAT of a participant; progress that it has no value for becomes JSPROP. */
const partstatOf = ({ participationStatus, progress }: Participant): string | undefined =>
  participationStatus === "accepted" && PROGRESS.has(progress ?? "") ? progress : participationStatus;

/** The address in SENT-BY, which is a URI in iCalendar and an e-mail address in JSCalendar (RFC 8984 §4.4.6). */
const sentByOf = (property: Property | undefined): string | undefined =>
  property && parameterValue(property, "SENT-BY")?.replace(/^mailto:/i, "");

/** Sets SENT-BY; the old text stays if it means the same. */
function withSentBy(property: Property, address: string | undefined): Property {
  if (sentByOf(property) === address?.replace(/^mailto:/i, "")) return property;
  const isUri = address === undefined || /^[a-z][a-z0-9+.-]*:/i.test(address);
  return withParameter(property, "SENT-BY", isUri ? address : `mailto:${address}`);
}

/** The participant properties that the parameters of an ATTENDEE or ORGANIZER give; absent ones are left out. */
function readParameters(property: Property): Participant {
  const text = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
  const set = (name: string, values: readonly string[]) =>
    values.length > 0 ? { [name]: setOf(values) } : {};
  const status = valuesOf(property, "SCHEDULE-STATUS").flatMap((codes) => codes.split(","));
  const { progress, ...partstat } = readPartstat(lowerParameter(property, "PARTSTAT"));
  return {
    "@type": "Participant",
    calendarAddress: property.value,
    ...text("name", parameterValue(property, "CN")),
    ...text("email", parameterValue(property, "EMAIL")),
    ...text("kind", kindOf(lowerParameter(property, "CUTYPE"))),
    ...partstat,
    ...text("progress", progress),
    ...(lowerParameter(property, "RSVP") === "true" && { expectReply: true }),
    ...text("sentBy", sentByOf(property)),
    ...text("scheduleAgent", lowerParameter(property, "SCHEDULE-AGENT")),
    ...(status.length > 0 && { scheduleStatus: status }),
    ...set("delegatedTo", valuesOf(property, "DELEGATED-TO")),
    ...set("delegatedFrom", valuesOf(property, "DELEGATED-FROM")),
    ...set("memberOf", valuesOf(property, "MEMBER")),
  };
}

const rolesOf = (property: Property): NameSet =>
  ROLE_NAMES[parameterValue(property, "ROLE")?.toUpperCase() ?? ""] ?? { attendee: true };

/** An attendee's properties; for the organizer, ORGANIZER fills in what the ATTENDEE line leaves out. */
function readAttendee(property: Property, organizer: Property | undefined): Participant {
  const own = readParameters(property);
  if (!organizer || !sameAddress(property.value, organizer.value)) return own;
  const { calendarAddress: _same, ...fallback } = readParameters(organizer);
  return { ...fallback, ...own };
}

function readParticipants(component: Component): Record<Id, Participant> {
  const organizer = firstProperty(component, "ORGANIZER");
  const found: Record<Id, Participant> = {};
  let hasOwner = false;
  for (const [key, property] of keyedProperties(component.properties.filter(isAttendee), identity)) {
    const isOwner = sameAddress(property.value, organizer?.value);
    const roles = isOwner ? { ...rolesOf(property), owner: true } : rolesOf(property);
    found[key] = { ...readAttendee(property, organizer), roles };
    hasOwner ||= isOwner;
  }
  if (organizer && !hasOwner) {
    const own = parameterValue(organizer, "JSID");
    found[own !== undefined && isId(own) ? own : derivedId(identity(organizer))] = {
      ...readParameters(organizer),
      roles: { owner: true },
    };
  }
  return found;
}

/** The ROLE to write; undefined for the default. */
function roleParameter(roles: NameSet): string | undefined {
  if (roles["chair"]) return "CHAIR";
  if (roles["optional"]) return "OPT-PARTICIPANT";
  return roles["informational"] && !roles["attendee"] ? "NON-PARTICIPANT" : undefined;
}

function withRoles(property: Property, participant: Participant): Property {
  const role = roleParameter(participant.roles ?? {});
  const old = parameterValue(property, "ROLE")?.toUpperCase();
  if (roleParameter(ROLE_NAMES[old ?? ""] ?? {}) === role) return property;
  return withParameter(property, "ROLE", role ?? "REQ-PARTICIPANT");
}

/** Writes a participant into their property; only parameters that differ from `old` are touched. */
function withParticipant(property: Property, participant: Participant, old: Participant): Property {
  const kind = participant.kind === "location" ? "ROOM" : participant.kind?.toUpperCase();
  const wanted: readonly (readonly [keyof Participant, string, string | readonly string[] | undefined])[] = [
    ["name", "CN", participant.name],
    ["email", "EMAIL", participant.email],
    ["kind", "CUTYPE", kind],
    ["expectReply", "RSVP", participant.expectReply ? "TRUE" : undefined],
    ["scheduleAgent", "SCHEDULE-AGENT", participant.scheduleAgent?.toUpperCase()],
    ["scheduleStatus", "SCHEDULE-STATUS", participant.scheduleStatus?.join(",")],
    ["delegatedTo", "DELEGATED-TO", membersOf(participant.delegatedTo)],
    ["delegatedFrom", "DELEGATED-FROM", membersOf(participant.delegatedFrom)],
    ["memberOf", "MEMBER", membersOf(participant.memberOf)],
  ];
  const partstat = partstatOf(participant);
  const started =
    partstatOf(old) === partstat ? property : withParameter(property, "PARTSTAT", partstat?.toUpperCase());
  const sent = old.sentBy === participant.sentBy ? started : withSentBy(started, participant.sentBy);
  return wanted.reduce(
    (result, [name, parameter, value]) =>
      JSON.stringify(old[name]) === JSON.stringify(participant[name])
        ? result
        : withParameter(result, parameter, value),
    sent,
  );
}

const addressOf = ({ calendarAddress, email }: Participant): string | undefined =>
  calendarAddress ?? (email === undefined ? undefined : `mailto:${email}`);

function writeAttendee(
  participant: Participant,
  existing: Property | undefined,
  organizer: Property | undefined,
): Property | undefined {
  const address = addressOf(participant);
  if (address === undefined) return undefined;
  const base = existing ? withValue(existing, address) : makeProperty("ATTENDEE", address);
  const old = existing ? readAttendee(existing, organizer) : readParameters(base);
  return withRoles(withParticipant(base, participant, old), participant);
}

/** The address for ORGANIZER: the one that is named, or else the owner's if there are other participants. */
function organizerAddress(item: Item): string | undefined {
  const everybody = Object.values(item.participants ?? {});
  if (item.organizerCalendarAddress !== undefined) return item.organizerCalendarAddress;
  const owner = everybody.find(({ roles }) => roles?.["owner"]);
  return owner && addressOf(owner);
}

/** SENT-BY of the organizer, which both the item and its owner hold: whichever was changed. */
function organizerSentBy(
  item: Item,
  owner: Participant | undefined,
  old: string | undefined,
): string | undefined {
  if (owner === undefined) return item.sentBy;
  return item.sentBy === old ? owner.sentBy : item.sentBy;
}

/** @param before the participants that were read from the component */
function withOrganizer(
  component: Component,
  item: Item,
  address: string | undefined,
  before: Readonly<Record<Id, Participant>>,
): Component {
  const existing = firstProperty(component, "ORGANIZER");
  if (address === undefined) return existing ? withoutProperties(component, "ORGANIZER") : component;
  const all = Object.entries(item.participants ?? {});
  const [key, owner] = all.find(([, participant]) => sameAddress(addressOf(participant), address)) ?? [];
  const isSame = existing !== undefined && sameAddress(existing.value, address);
  const base = isSame ? existing : makeProperty("ORGANIZER", address);
  // The ATTENDEE of the organizer may have another name: that of ORGANIZER stays until this participant is renamed.
  const former = isSame
    ? Object.values(before).find((one) => sameAddress(addressOf(one), address))
    : undefined;
  const named = (
    [
      ["CN", "name"],
      ["EMAIL", "email"],
    ] as const
  ).reduce((p, [parameter, name]) => {
    const value = owner?.[name];
    return value === undefined || value === former?.[name] ? p : withParameter(p, parameter, value);
  }, base);
  const told = withSentBy(named, organizerSentBy(item, owner, sentByOf(base)));
  const isAlone = key !== undefined && owner !== undefined && !isWrittenAsAttendee(owner, address);
  const derived = derivedId(identity(told));
  return withProperty(
    component,
    isAlone ? withParameter(told, "JSID", key === derived ? undefined : key) : told,
  );
}

/** An owner without another role is written as ORGANIZER only. */
function isWrittenAsAttendee(participant: Participant, organizer: string | undefined): boolean {
  const roles = membersOf(participant.roles);
  const isOnlyOwner = roles.length === 1 && roles[0] === "owner";
  return !(isOnlyOwner && sameAddress(addressOf(participant), organizer));
}

/** ORGANIZER, ATTENDEE and PARTICIPANT; the organizer is the participant with the role "owner". */
export const participants: Converter = {
  names: ["participants", "organizerCalendarAddress", "sentBy"],
  read(component) {
    const found = withComments(component, withParticipantComponents(component, readParticipants(component)));
    const organizer = firstProperty(component, "ORGANIZER");
    const sentBy = sentByOf(organizer);
    return {
      ...(organizer && { organizerCalendarAddress: organizer.value }),
      ...(sentBy !== undefined && { sentBy }),
      ...(Object.keys(found).length > 0 && { participants: found }),
    };
  },
  write(component, item) {
    const organizer = organizerAddress(item);
    const wanted = item.participants ?? {};
    const before = readParticipants(component);
    // A change to another participant doesn't invite a person whose PARTICIPANT has an address.
    const uninvited = new Set(keyedParticipants(component, before).map(([key]) => key));
    const attendees = Object.entries(wanted).filter(
      ([key, p]) => isWrittenAsAttendee(p, organizer) && (before[key] !== undefined || !uninvited.has(key)),
    );
    const addressed = Object.entries(wanted).map(([key, participant]) => {
      const calendarAddress = addressOf(participant);
      return [key, { ...participant, ...(calendarAddress !== undefined && { calendarAddress }) }] as const;
    });
    const told = writeParticipantComponents(
      component,
      Object.fromEntries(addressed),
      before,
      (participant) => addressOf(participant) !== undefined,
    );
    const commented = writeComments(told, Object.fromEntries(addressed));
    return withKeyedProperties(
      withOrganizer(commented, item, organizer, before),
      Object.fromEntries(attendees),
      {
        isMine: isAttendee,
        identity,
        write: (participant, existing) =>
          writeAttendee(participant, existing, firstProperty(component, "ORGANIZER")),
      },
    );
  },
};

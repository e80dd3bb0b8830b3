import { attachmentSpace } from "../../app/attachments/attachment-space.ts";
import { calendarShares } from "../../app/calendars/calendar-shares.ts";
import { groupsSeenOf } from "../../app/accounts/groups-of.ts";
import { etagOf } from "../../app/objects/prepare-object.ts";
import { proxiesFor, proxiesOf } from "../../app/calendars/proxies.ts";
import type { Exchange } from "../exchange.ts";
import { childrenOf } from "../children.ts";
import { allBookables } from "../../app/bookings/bookables.ts";
import type { PrincipalResource, Resource } from "../resource.ts";
import { caldav, calendarserver, dav, keyOf, type XmlName } from "../xml/names.ts";
import { homeTopic, pushTopic, pushTopicKey } from "../../app/webdav-push/registrations.ts";
import { vapidKeys } from "../../http/web-push/post-push.ts";
import { TOPIC, TRANSPORTS } from "./webdav-push.ts";
import { AUTO_SCHEDULE_MODE } from "./calendarserver.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { addDeadProperties, deadReader, readNone } from "./object-dead-properties.ts";

const ACL = keyOf(dav("acl"));
const INVITE = keyOf(calendarserver("invite"));
const TYPE = keyOf(dav("resourcetype"));
const CTAG = keyOf(calendarserver("getctag"));
const BOOKABLE = [keyOf(caldav("calendar-user-type")), keyOf(AUTO_SCHEDULE_MODE)];
const PUSH = [TRANSPORTS, TOPIC].map(keyOf);
const QUOTA = ["available", "used"].map((it) => keyOf(dav(`quota-${it}-bytes`)));
const GROUPS = keyOf(dav("group-membership"));
const MEMBERS = keyOf(dav("group-member-set"));
const ACTS_FOR = [
  GROUPS,
  ...["read", "write"].map((it) => keyOf(calendarserver(`calendar-proxy-${it}-for`))),
];

/** The number of objects read at once: a large calendar is never whole in memory. */
const BATCH = 500;

/** The same resources, in parts, with everything else that the properties of one request need. */
export async function* prepared(
  exchange: Exchange,
  request: PropertyRequest,
  resources: Iterable<Resource>,
): AsyncGenerator<Iterable<Resource>> {
  const names = request.kind === "some" ? request.names : [];
  const dead = deadReader(exchange, request);
  if (dead === readNone && !needsBeside(names, resources)) {
    yield resources;
    return;
  }
  let batch: Resource[] = [];
  for (const resource of resources) {
    batch.push(resource);
    if (batch.length < BATCH) continue;
    yield withBeside(exchange, names, await addDeadProperties(dead, batch));
    batch = [];
  }
  yield withBeside(exchange, names, await addDeadProperties(dead, batch));
}

/** A calendar's resourcetype shows whether it is shared; objects come as they are read, and are never an array. */
function needsBeside(names: readonly XmlName[], resources: Iterable<Resource>): boolean {
  const keys = names.map(keyOf);
  if (keys.some((key) => [ACL, INVITE, MEMBERS, ...ACTS_FOR, ...BOOKABLE, ...PUSH].includes(key)))
    return true;
  return [TYPE, CTAG, ...QUOTA].some((key) => keys.includes(key)) && Array.isArray(resources);
}

/**
 * The same resources with the additional data of requested properties: a calendar's shares, a principal's groups, and
 * its proxies.
 */
export async function withBeside(
  exchange: Exchange,
  names: readonly XmlName[],
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const keys = new Set(names.map(keyOf));
  let known = resources;
  if (keys.has(ACL)) known = await addShares(exchange, known, () => true);
  else if (keys.has(INVITE) || keys.has(TYPE))
    known = await addShares(exchange, known, ({ kind }) => kind === "calendar");
  if (keys.has(GROUPS)) known = await addGroups(exchange, known);
  if (ACTS_FOR.some((key) => keys.has(key))) known = await addActsFor(exchange, known);
  if (BOOKABLE.some((key) => keys.has(key))) known = await addBookables(exchange, known);
  if (PUSH.some((key) => keys.has(key))) known = await addPush(exchange, known);
  if (keys.has(CTAG)) known = await addHomeTags(exchange, known);
  if (QUOTA.some((key) => keys.has(key))) known = await addUsed(exchange, known);
  return keys.has(MEMBERS) ? addMembers(exchange, known) : known;
}

async function addShares(
  { app }: Exchange,
  resources: readonly Resource[],
  isWanted: (resource: Resource) => boolean,
): Promise<readonly Resource[]> {
  const grants = resources.flatMap((resource) =>
    "grant" in resource && resource.grant.rights.mayShare && isWanted(resource) ? resource.grant : [],
  );
  if (grants.length === 0) return resources;
  const byId = new Map(grants.map((grant) => [grant.calendar.id, grant]));
  const shares = await calendarShares(app, [...byId.values()]);
  return resources.map((resource) => {
    const found = "grant" in resource ? shares.get(resource.grant.calendar.id) : undefined;
    return found && "grant" in resource ? { ...resource, shares: found } : resource;
  });
}

async function addGroups(
  { app, actor }: Exchange,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const added: Resource[] = [];
  for (const resource of resources)
    added.push(
      resource.kind === "principal"
        ? { ...resource, groups: await groupsSeenOf(app, actor, resource.principal.id) }
        : resource,
    );
  return added;
}

async function addBookables({ app }: Exchange, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const isBookable = (one: Resource): one is PrincipalResource =>
    one.kind === "principal" && one.principal.kind === "bookable";
  if (!resources.some(isBookable)) return resources;
  const known = new Map((await allBookables(app)).map((one) => [one.accountId, one]));
  return resources.map((one) => {
    const bookable = isBookable(one) ? known.get(one.principal.id) : undefined;
    return bookable && isBookable(one) ? { ...one, bookable } : one;
  });
}

async function addPush({ app }: Exchange, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const { publicKey: vapidKey } = await vapidKeys(app);
  const key = await pushTopicKey(app);
  return resources.map((one) => {
    if (one.kind === "home")
      return { ...one, push: { vapidKey, topic: pushTopic(key, homeTopic(one.principal.id)) } };
    return one.kind === "calendar" && one.grant.rights.mayReadItems
      ? { ...one, push: { vapidKey, topic: pushTopic(key, one.grant.calendar.id) } }
      : one;
  });
}

/** The tag of a home covers everything that a client would fetch again, including calendars that others share. */
async function addHomeTags(exchange: Exchange, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const added: Resource[] = [];
  for (const resource of resources) {
    const children = resource.kind === "home" ? await childrenOf(exchange, resource) : undefined;
    if (resource.kind !== "home" || !children?.ok) added.push(resource);
    else {
      const calendars = [...children.value].filter((child) => child.kind === "calendar");
      const states = calendars.map(({ href, grant }) => [href, grant.calendar, grant.view, grant.rights]);
      added.push({ ...resource, tag: etagOf(JSON.stringify(states)) });
    }
  }
  return added;
}

async function addUsed(
  { app, actor }: Exchange,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const added: Resource[] = [];
  for (const resource of resources) {
    const used =
      resource.kind === "home" ? await attachmentSpace(app, actor, resource.principal.id) : undefined;
    added.push(resource.kind === "home" && used !== undefined ? { ...resource, used } : resource);
  }
  return added;
}

/** Who acts for the person is not shown. */
async function addActsFor(
  { app, actor }: Exchange,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const isOneself = (resource: Resource): boolean =>
    resource.kind === "principal" && resource.principal.id === actor.principalId;
  if (!resources.some(isOneself)) return resources;
  const actsFor = await proxiesFor(app, actor);
  return resources.map((resource) =>
    resource.kind === "principal" && isOneself(resource) ? { ...resource, actsFor } : resource,
  );
}

async function addMembers(
  { app, actor }: Exchange,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const added: Resource[] = [];
  for (const resource of resources) {
    if (resource.kind !== "proxy") added.push(resource);
    else {
      const proxies = await proxiesOf(app, actor, resource.principal.id);
      added.push({ ...resource, members: proxies[resource.access] });
    }
  }
  return added;
}

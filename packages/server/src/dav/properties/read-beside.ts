import { calendarShares } from "../../app/calendar-shares.ts";
import { groupsSeenOf } from "../../app/groups-of.ts";
import type { Exchange } from "../exchange.ts";
import type { Resource } from "../resource.ts";
import { dav, keyOf } from "../xml/names.ts";
import type { XmlName } from "../xml/names.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { addDeadProperties, deadReader, readNone } from "./object-dead-properties.ts";

const ACL = keyOf(dav("acl"));
const GROUPS = keyOf(dav("group-membership"));

/** So many are asked for at once: a large calendar never has all of them in memory. */
const BATCH = 500;

/** The same resources, in parts, with all that their properties need besides for one request. */
export async function* prepared(
  exchange: Exchange,
  request: PropertyRequest,
  resources: Iterable<Resource>,
): AsyncGenerator<Iterable<Resource>> {
  const names = request.kind === "some" ? request.names : [];
  const dead = deadReader(exchange, request);
  if (dead === readNone && !needsBeside(names)) {
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

const needsBeside = (names: readonly XmlName[]): boolean =>
  names.some((name) => [ACL, GROUPS].includes(keyOf(name)));

/**
 * The same resources with what some of their properties need besides, if those are asked for by name: with whom calendars are shared,
 * and the groups of principals.
 */
export async function withBeside(
  exchange: Exchange,
  names: readonly XmlName[],
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const keys = new Set(names.map(keyOf));
  const withShares = keys.has(ACL) ? await addShares(exchange, resources) : resources;
  return keys.has(GROUPS) ? addGroups(exchange, withShares) : withShares;
}

async function addShares({ app }: Exchange, resources: readonly Resource[]): Promise<readonly Resource[]> {
  const grants = resources.flatMap((resource) => ("grant" in resource ? resource.grant : []));
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

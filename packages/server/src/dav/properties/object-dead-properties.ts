import { objectProperties, type DeadProperties } from "../../app/objects/object-properties.ts";
import type { CalendarId, ListedObject, ObjectId } from "../../app/types.ts";
import type { Exchange } from "../exchange.ts";
import type { Resource } from "../resource.ts";
import { caldav, keyOf } from "../xml/names.ts";
import type { PropertyRequest } from "../xml/requests/property-request.ts";
import { livePropertyOf } from "./registry.ts";

/** Reads the dead properties of objects in one calendar, in one query for all of them. */
export type DeadReader = (
  calendarId: CalendarId,
  heads: readonly Pick<ListedObject, "id">[],
) => Promise<ReadonlyMap<ObjectId, DeadProperties>>;

const NONE: ReadonlyMap<ObjectId, DeadProperties> = new Map();
export const readNone: DeadReader = async () => NONE;

/** Reads them only if the request asks for dead properties, which hardly any client does. */
export function deadReader({ app, actor }: Exchange, request: PropertyRequest): DeadReader {
  if (!asksForDead(request)) return readNone;
  return async (calendarId, heads) => {
    if (heads.length === 0) return NONE;
    const ids = heads.map(({ id }) => id);
    const found = await objectProperties(app, actor, calendarId, ids);
    return found.ok ? found.value : NONE;
  };
}

const CALENDAR_DATA = keyOf(caldav("calendar-data"));

const asksForDead = (request: PropertyRequest): boolean =>
  request.kind !== "some" ||
  request.names.some((name) => {
    const key = keyOf(name);
    return key !== CALENDAR_DATA && !livePropertyOf(key);
  });

/** The same resources; the objects among them get their dead properties. */
export async function addDeadProperties(
  read: DeadReader,
  resources: readonly Resource[],
): Promise<readonly Resource[]> {
  const objects = resources.filter((resource) => resource.kind === "object");
  const [first] = objects;
  if (!first) return resources;
  const dead = await read(
    first.grant.calendar.id,
    objects.map(({ head }) => head),
  );
  return resources.map((resource) => {
    const properties = resource.kind === "object" ? dead.get(resource.head.id) : undefined;
    return properties ? { ...resource, deadProperties: properties } : resource;
  });
}

import { ok } from "@snart/calendar/result.ts";
import type { App } from "../app/app.ts";
import { listProvisioned, type ProvisionedView } from "../app/provisioning/find.ts";
import type { ProvisioningToken } from "../app/types.ts";
import { answer } from "./answer.ts";
import { member, speaks, type JsonObject } from "./body/json.ts";
import { amongOf } from "./filter/among.ts";
import { parseFilter, type Filter } from "./filter/filter.ts";
import { matcherOf } from "./filter/matches.ts";
import { refused, type Scim } from "./problem.ts";
import { isTold, project, projectionOf, type Projection } from "./resources/projection.ts";
import { render } from "./resources/render.ts";
import { LIST_RESPONSE, SEARCH_REQUEST, type Schema } from "./schemas.ts";

/** What is asked of a list (RFC 7644 §3.4.2). */
export interface Asked {
  readonly filter: string | undefined;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly attributes: readonly string[] | undefined;
  readonly excludedAttributes: readonly string[] | undefined;
}

const DEFAULT_COUNT = 100;

/** Reads what a GET asks. @returns `invalidValue` for numbers that are none */
export function askedByQuery(query: URLSearchParams): Scim<Asked> {
  const list = (name: string): readonly string[] | undefined =>
    query
      .get(name)
      ?.split(",")
      .filter((one) => one.trim() !== "");
  const [startIndex, count] = [query.get("startIndex") ?? undefined, query.get("count") ?? undefined];
  return asked({
    filter: query.get("filter") ?? undefined,
    startIndex: startIndex === undefined ? undefined : Number(startIndex),
    count: count === undefined ? undefined : Number(count),
    attributes: list("attributes"),
    excludedAttributes: list("excludedAttributes"),
  });
}

/** Reads what a POST to `/.search` asks (RFC 7644 §3.4.3). */
export function askedByBody(body: JsonObject): Scim<Asked> {
  if (!speaks(body, SEARCH_REQUEST))
    return refused("invalidSyntax", `schemas does not name ${SEARCH_REQUEST}.`);
  const filter = member(body, "filter");
  if (filter !== undefined && typeof filter !== "string")
    return refused("invalidFilter", "A filter is a text.");
  return asked({
    filter,
    startIndex: member(body, "startIndex"),
    count: member(body, "count"),
    attributes: texts(member(body, "attributes")),
    excludedAttributes: texts(member(body, "excludedAttributes")),
  });
}

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;

function asked(
  given: Omit<Asked, "startIndex" | "count"> & { readonly startIndex: unknown; readonly count: unknown },
): Scim<Asked> {
  const { startIndex = 1, count = DEFAULT_COUNT } = given;
  if (!Number.isSafeInteger(startIndex) || !Number.isSafeInteger(count))
    return refused("invalidValue", "startIndex and count are whole numbers.");
  return ok({ ...given, startIndex: Math.max(1, Number(startIndex)), count: Math.max(0, Number(count)) });
}

interface Searching {
  readonly app: App;
  readonly token: ProvisioningToken;
  readonly root: string;
}

/** Resources of some kinds that fit, in one list. @returns `invalidFilter` where the filter fits no kind */
export async function search(
  { app, token, root }: Searching,
  schemas: readonly Schema[],
  wanted: Asked,
): Promise<Scim<Response>> {
  const { limits } = app;
  const filter =
    wanted.filter === undefined ? undefined : parseFilter(wanted.filter, limits.provisioningFilter);
  if (filter && !filter.ok) return filter;
  const most = Math.min(wanted.count, limits.provisioningResults);
  let from = wanted.startIndex - 1;
  let total = 0;
  let unfit: Scim<never> | undefined;
  let isFit = false;
  const resources: object[] = [];
  for (const schema of schemas) {
    const projection = projectionOf(schema, wanted.attributes, wanted.excludedAttributes);
    const listing = listingOf(schema, filter?.value, projection, root);
    if (!listing.ok) {
      unfit = listing;
      continue;
    }
    const kind = schema.name === "User" ? "person" : "group";
    const page = { from, count: most - resources.length };
    const found = await listProvisioned(app, token, kind, { ...listing.value, ...page });
    for (const view of found.views) resources.push(project(schema, render(view, root), projection));
    total += found.total;
    from = Math.max(0, from - found.total);
    isFit = true;
  }
  // Of several kinds it is enough that one of them has the attributes.
  if (unfit && !isFit) return unfit;
  const { startIndex } = wanted;
  const itemsPerPage = resources.length;
  return ok(
    answer({ schemas: [LIST_RESPONSE], totalResults: total, startIndex, itemsPerPage, Resources: resources }),
  );
}

function listingOf(
  schema: Schema,
  filter: Filter | undefined,
  projection: Projection,
  root: string,
): Scim<Omit<Parameters<typeof listProvisioned>[3], "from" | "count">> {
  const among = amongOf(schema, filter);
  const relation = schema.name === "User" ? "groups" : "members";
  const withRelated = isTold(projection, relation);
  if (!filter) return ok({ among, matches: undefined, matchesRelated: false, withRelated });
  const matches = matcherOf(schema, filter);
  if (!matches.ok) return matches;
  const fits = (view: ProvisionedView): boolean => matches.value(render(view, root));
  return ok({ among, matches: fits, matchesRelated: mentions(filter, relation), withRelated });
}

/** Whether a filter looks at an attribute. */
function mentions(filter: Filter, name: string): boolean {
  if (filter.kind === "joined") return filter.all.some((one) => mentions(one, name));
  if (filter.kind === "not") return mentions(filter.what, name);
  return filter.path.name.toLowerCase() === name;
}

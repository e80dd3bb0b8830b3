import { ok } from "@snart/calendar/result.ts";
import type { App } from "../app/app.ts";
import type { DirectoryCaller } from "../app/provisioning/directory.ts";
import { findProvisioned, type ProvisionedView } from "../app/provisioning/find.ts";
import { tokenOfSecret } from "../app/provisioning/tokens.ts";
import type { ProvisioningToken } from "../app/types.ts";
import { answer, empty, refusal } from "./answer.ts";
import { readDocument, type Document } from "./body/document.ts";
import { readJson, type JsonObject } from "./body/json.ts";
import { patched } from "./body/patch.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./discovery.ts";
import { refused, scimProblem, type Scim } from "./problem.ts";
import { KINDS, type Kind } from "./resources/kinds.ts";
import { project, projectionOf } from "./resources/projection.ts";
import { render, versionOf } from "./resources/render.ts";
import { GROUPS, USERS } from "./schemas.ts";
import { askedByBody, askedByQuery, search } from "./search.ts";

/** Where directories reach the server, below its own path. */
export const SCIM_PATH = "/scim/v2";

/** A request of a directory. */
interface Errand extends DirectoryCaller {
  readonly app: App;
  readonly request: Request;
  readonly method: string;
  /** The address of {@link SCIM_PATH}. */
  readonly root: string;
  readonly query: URLSearchParams;
}

/** The directory that sent a request, by its bearer token (RFC 6750 §2.1). */
export async function directoryOf(app: App, request: Request): Promise<Scim<ProvisioningToken>> {
  const secret = /^bearer +([\w.~+/=-]{1,200}) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const token = secret === undefined ? undefined : await tokenOfSecret(app, secret);
  return token ? ok(token) : refused(undefined, "A token of this server is needed.", 401);
}

/**
 * SCIM 2.0 (RFC 7644) for a directory.
 * @param origin where the server is reached, with the path below which it is
 */
export async function scim(
  app: App,
  request: Request,
  token: ProvisioningToken,
  origin: string,
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const errand = { app, token, origin, request, method, root: origin + SCIM_PATH, query };
  const parts = partsOf(pathname.slice(SCIM_PATH.length));
  const answered = parts ? await route(errand, parts) : NOWHERE;
  return answered.ok ? answered.value : refusal(answered.problem);
}

const NOWHERE = refused(undefined, "There is nothing at this address.", 404);

/** @returns undefined: an escape is broken */
function partsOf(path: string): readonly string[] | undefined {
  try {
    return path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

async function route(
  errand: Errand,
  [first = "", second, ...more]: readonly string[],
): Promise<Scim<Response>> {
  if (more.length > 0) return NOWHERE;
  const { method, root, app } = errand;
  if (first === "ServiceProviderConfig" && second === undefined)
    return told(method, serviceProviderConfig(root, app.limits.provisioningResults));
  if (first === "ResourceTypes") return told(method, resourceTypes(root, second));
  if (first === "Schemas") return told(method, schemas(root, second));
  if (first === ".search" && second === undefined) return searched(errand, [USERS, GROUPS]);
  if (first === "Bulk" || first === "Me") return refused(undefined, `/${first} is not supported.`, 501);
  const kind = Object.hasOwn(KINDS, first) ? KINDS[first] : undefined;
  if (!kind) return NOWHERE;
  if (second === ".search") return searched(errand, [kind.schema]);
  return second === undefined ? collection(errand, kind) : resource(errand, kind, second);
}

const told = (method: string, body: object | undefined): Scim<Response> =>
  method !== "GET" ? wrongMethod(method) : body ? ok(answer(body)) : NOWHERE;

const wrongMethod = (method: string) => refused(undefined, `${method} is not for this address.`, 405);

async function searched(errand: Errand, among: Parameters<typeof search>[1]): Promise<Scim<Response>> {
  if (errand.method !== "POST") return wrongMethod(errand.method);
  const body = await bodyOf(errand);
  const asked = body.ok ? askedByBody(body.value) : body;
  return asked.ok ? search(errand, among, asked.value) : asked;
}

async function collection(errand: Errand, kind: Kind): Promise<Scim<Response>> {
  if (errand.method === "GET") {
    const asked = askedByQuery(errand.query);
    return asked.ok ? search(errand, [kind.schema], asked.value) : asked;
  }
  if (errand.method !== "POST") return wrongMethod(errand.method);
  const body = await bodyOf(errand);
  const document = body.ok ? readDocument(kind.schema, body.value) : body;
  if (!document.ok) return document;
  const made = await kind.create(errand.app, errand, document.value);
  return made.ok
    ? ok(shown(errand, kind, made.value, 201))
    : { ok: false, problem: scimProblem(made.problem) };
}

async function resource(errand: Errand, kind: Kind, id: string): Promise<Scim<Response>> {
  const { app, token, method, request } = errand;
  if (method === "GET") {
    const view = await findProvisioned(app, token, kind.of, id);
    if (!view) return refused(undefined, "There is no such resource.", 404);
    const version = versionOf(view);
    return hasTag(request.headers.get("if-none-match"), version)
      ? ok(empty(304, { etag: version }))
      : ok(shown(errand, kind, view, 200));
  }
  if (method === "DELETE") {
    const gone = await kind.remove(app, errand, id, (view) => fresh(errand, view));
    return gone.ok ? ok(empty(204)) : { ok: false, problem: scimProblem(gone.problem) };
  }
  if (method !== "PUT" && method !== "PATCH") return wrongMethod(method);
  const body = await bodyOf(errand);
  if (!body.ok) return body;
  const decide = (view: ProvisionedView): Scim<Document> => {
    const isFresh = fresh(errand, view);
    return isFresh.ok ? changedDocument(errand, kind, view, body.value) : isFresh;
  };
  const changed = await kind.change(app, errand, id, decide);
  return changed.ok
    ? ok(shown(errand, kind, changed.value, 200))
    : { ok: false, problem: scimProblem(changed.problem) };
}

function changedDocument(
  { app, method }: Errand,
  kind: Kind,
  view: ProvisionedView,
  body: JsonObject,
): Scim<Document> {
  if (method === "PUT") {
    const read = readDocument(kind.schema, body);
    // A directory that says nothing of it does not open an account that it has closed.
    return read.ok && kind.of === "person" ? ok({ active: view.row.isActive, ...read.value }) : read;
  }
  const { provisioningOperations: operations, provisioningFilter: path } = app.limits;
  return patched(kind.schema, kind.document(view), body, { operations, path });
}

/** Whether nobody has changed it since the directory has seen it (RFC 7644 §3.14). */
function fresh({ request }: Errand, view: ProvisionedView): Scim<void> {
  const wanted = request.headers.get("if-match");
  return wanted === null || hasTag(wanted, versionOf(view))
    ? ok(undefined)
    : refused(undefined, "The resource has been changed meanwhile.", 412);
}

const hasTag = (header: string | null, version: string): boolean =>
  header !== null &&
  header.split(",").some((one) => one.trim() === "*" || strong(one.trim()) === strong(version));

const strong = (tag: string): string => tag.replace(/^W\//, "");

function shown({ root, query }: Errand, kind: Kind, view: ProvisionedView, status: 200 | 201): Response {
  const list = (name: string): readonly string[] | undefined =>
    query
      .get(name)
      ?.split(",")
      .filter((one) => one.trim() !== "");
  const projection = projectionOf(kind.schema, list("attributes"), list("excludedAttributes"));
  const whole = render(view, root);
  const location = `${root}${kind.schema.endpoint}/${encodeURIComponent(view.row.principalId)}`;
  const headers = { etag: versionOf(view), ...(status === 201 && { location }) };
  return answer(project(kind.schema, whole, projection), status, headers);
}

async function bodyOf({ request }: Errand): Promise<Scim<JsonObject>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "" && type !== "application/scim+json" && type !== "application/json")
    return refused(undefined, "The body is application/scim+json.", 415);
  return readJson(await request.text());
}

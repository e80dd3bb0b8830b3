import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal, Provisioned, ProvisioningToken } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { isSeen, scopeOf } from "./directory.ts";

type Kind = Provisioned["kind"];

/** A person or a group as its directory sees it. */
export interface ProvisionedView {
  readonly row: Provisioned;
  readonly principal: Principal;
  /** Of a group its people, of a person their groups, as far as the directory keeps them; undefined: not asked for. */
  readonly related: readonly Principal[] | undefined;
}

/** Which of a kind are meant: by what they can be found quickly, or all. */
export type Among =
  | { readonly by: "all" }
  | { readonly by: "id" | "name" | "externalId" | "member"; readonly value: string };

/** So many are read at once. */
const BATCH = 500;

/** One with its relations. @returns undefined: the directory sees none with this id */
export async function viewOf(
  tx: ReadTransaction,
  of: Pick<Provisioned, "scope" | "kind">,
  id: string,
  withRelated = true,
): Promise<ProvisionedView | undefined> {
  const row = await tx.provisioned.byId(id as PrincipalId);
  const principal = row && (await tx.principals.byId(row.principalId));
  if (!row || !principal || !isSeen(row, principal, of)) return undefined;
  return { row, principal, related: withRelated ? await relatedOf(tx, row) : undefined };
}

/** The same in a transaction of its own. */
export const findProvisioned = (
  app: App,
  token: ProvisioningToken,
  kind: Kind,
  id: string,
): Promise<ProvisionedView | undefined> =>
  app.storage.read((tx) => viewOf(tx, { scope: scopeOf(token), kind }, id));

/** The people of a group, or the groups of a person, that the same directory keeps. */
async function relatedOf(
  tx: ReadTransaction,
  { principalId, kind, scope }: Provisioned,
): Promise<readonly Principal[]> {
  const ids =
    kind === "group"
      ? (await tx.principals.membersOf(principalId)).map(({ memberId }) => memberId)
      : await tx.principals.groupsOf(principalId);
  const other = { scope, kind: kind === "group" ? "person" : "group" } as const;
  const [rows, principals] = [await tx.provisioned.byIds(ids), await tx.principals.byIds(ids)];
  const rowOf = new Map(rows.map((row) => [row.principalId, row]));
  return principals.filter((one) => isSeen(rowOf.get(one.id), one, other));
}

interface Listing {
  readonly among: Among;
  /** undefined: all of them */
  readonly matches: ((view: ProvisionedView) => boolean) | undefined;
  /** Whether `matches` looks at the relations. */
  readonly matchesRelated: boolean;
  /** Whether their relations are told. */
  readonly withRelated: boolean;
  /** Of those that match, in the order of ids, from 0. */
  readonly from: number;
  readonly count: number;
}

/** Some of a directory's people or groups, and how many match. */
export function listProvisioned(
  app: App,
  token: ProvisioningToken,
  kind: Kind,
  listing: Listing,
): Promise<{ readonly total: number; readonly views: readonly ProvisionedView[] }> {
  const of = { scope: scopeOf(token), kind };
  const { among, matches, matchesRelated, from, count } = listing;
  return app.storage.read(async (tx) => {
    const finish = async (views: readonly ProvisionedView[]): Promise<readonly ProvisionedView[]> => {
      if (!listing.withRelated) return views;
      const told: ProvisionedView[] = [];
      for (const view of views)
        told.push(view.related ? view : { ...view, related: await relatedOf(tx, view.row) });
      return told;
    };
    if (among.by === "all" && !matches) {
      const rows =
        count === 0 ? [] : await tx.provisioned.page(of, { after: "", offset: from, limit: count });
      return { total: await tx.provisioned.count(of), views: await finish(await viewsOf(tx, rows)) };
    }
    const found: ProvisionedView[] = [];
    let total = 0;
    for await (const rows of batches(tx, of, among))
      for (const view of await viewsOf(tx, rows)) {
        if (!isSeen(view.row, view.principal, of)) continue;
        const whole = matchesRelated ? { ...view, related: await relatedOf(tx, view.row) } : view;
        if (matches && !matches(whole)) continue;
        if (total >= from && found.length < count) found.push(whole);
        total++;
      }
    return { total, views: await finish(found) };
  });
}

async function viewsOf(
  tx: ReadTransaction,
  rows: readonly Provisioned[],
): Promise<readonly ProvisionedView[]> {
  const principals = await tx.principals.byIds(rows.map(({ principalId }) => principalId));
  const byId = new Map(principals.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const principal = byId.get(row.principalId);
    return principal ? [{ row, principal, related: undefined }] : [];
  });
}

/** Those that come into question, in the order of ids. */
async function* batches(
  tx: ReadTransaction,
  of: Pick<Provisioned, "scope" | "kind">,
  among: Among,
): AsyncGenerator<readonly Provisioned[]> {
  if (among.by === "all") {
    for (let after = ""; ;) {
      const rows = await tx.provisioned.page(of, { after, offset: 0, limit: BATCH });
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
      after = rows.at(-1)?.principalId ?? "";
    }
  }
  if (among.by === "externalId") return yield tx.provisioned.byExternalId(of, among.value);
  if (among.by === "member")
    return yield tx.provisioned.byIds(await tx.principals.groupsOf(among.value as PrincipalId));
  const one =
    among.by === "id"
      ? await tx.provisioned.byId(among.value as PrincipalId)
      : await tx.provisioned.byName(of, among.value);
  if (one) yield [one];
}

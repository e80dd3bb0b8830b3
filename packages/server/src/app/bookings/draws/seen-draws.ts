import { readDrawFile, type DrawResult } from "@snart/calendar/booking/draw/result-file.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Draw, DrawEntry } from "../../../storage/records/draws.ts";
import type { DrawId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import type { Problem } from "../../problems.ts";
import { bookableSeenBy, bookablesSeenBy, type SeenBookable } from "../bookables.ts";

/** What an applicant got, as far as somebody may know. */
export interface SeenShare {
  readonly number: number;
  /** null: others are not told who it is. */
  readonly label: string | null;
  readonly wish: number | null;
  /** What was given; null: nothing. */
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly isOwn: boolean;
}

/** A draw as somebody sees it who may book the thing. */
export interface SeenDraw {
  readonly draw: Draw;
  readonly name: string | null;
  readonly stage: "ahead" | "open" | "closed" | "drawn";
  readonly weight: "yearsSinceLast" | "equal";
  readonly mostWishes: number;
  /** Parties that have made wishes. */
  readonly applicants: number;
  /** What the actor and their households wish for. */
  readonly own: readonly DrawEntry[];
  /** In the order of the draw; none before it. */
  readonly results: readonly SeenShare[];
}

/** The draws of everything that somebody may book or manage, by when their wishes close. */
export function seenDraws(app: App, actor: Actor): Promise<readonly SeenDraw[]> {
  return app.storage.read(async (tx) => {
    const now = app.now();
    const parties = new Set([actor.principalId, ...(await tx.principals.groupsOf(actor.principalId))]);
    const found: SeenDraw[] = [];
    for (const seen of await bookablesSeenBy(tx, actor))
      for (const draw of await tx.draws.ofBookable(seen.bookable.accountId))
        // What has been drawn stays to be seen and checked, also where nothing is drawn any more.
        if (draw.file !== null || seen.inForce?.prepared.rules.draw)
          found.push(await seenDraw(tx, seen, parties, draw, now));
    return found.toSorted((a, b) => a.draw.closesAt - b.draw.closesAt);
  });
}

async function seenDraw(
  tx: ReadTransaction,
  { inForce, mayManage }: SeenBookable,
  parties: ReadonlySet<PrincipalId>,
  draw: Draw,
  now: Instant,
): Promise<SeenDraw> {
  const { periodFrom, periodTo, state, opensAt, closesAt } = draw;
  const rules = inForce?.prepared.rules.draw;
  const entries = await tx.draws.entries(draw.id);
  const own = entries.filter(({ partyId }) => parties.has(partyId));
  const period = rules?.periods.find(({ from, to }) => from === periodFrom && to === periodTo);
  const result = resultIn(draw);
  const waits = now < opensAt ? "ahead" : now < closesAt ? "open" : "closed";
  return {
    draw,
    name: result?.period.name ?? period?.name ?? null,
    stage: state === "drawn" ? "drawn" : waits,
    weight: result?.weight ?? rules?.weight ?? "equal",
    mostWishes: rules?.wishes ?? 0,
    applicants: result?.applicants.length ?? entries.length,
    own,
    results: result ? await sharesOf(tx, result, entries, parties, mayManage) : [],
  };
}

function resultIn({ file }: Draw): DrawResult | undefined {
  const read = file === null ? undefined : readDrawFile(JSON.parse(file));
  return read?.ok ? read.value.result : undefined;
}

async function sharesOf(
  tx: ReadTransaction,
  { result, labels }: DrawResult,
  entries: readonly DrawEntry[],
  parties: ReadonlySet<PrincipalId>,
  mayManage: boolean,
): Promise<readonly SeenShare[]> {
  const shares: SeenShare[] = [];
  for (const { number, wish } of result) {
    const entry = entries.find((one) => one.number === number);
    const got = wish === null ? undefined : entry?.wishes[wish - 1];
    const isOwn = entry !== undefined && parties.has(entry.partyId);
    const isTold = isOwn || mayManage;
    const party = entry && isTold ? await tx.principals.byId(entry.partyId) : undefined;
    const label = labels.get(number) ?? (party?.displayName || null);
    shares.push({ number, label, wish, start: got?.start ?? null, end: got?.end ?? null, isOwn });
  }
  return shares;
}

/** The file of a result, for everybody who may book the thing. @returns `not-found` before it is drawn, too */
export function drawFileOf(
  app: App,
  actor: Actor,
  id: DrawId,
): Promise<Result<{ readonly draw: Draw; readonly file: string }, Problem>> {
  return app.storage.read(async (tx) => {
    const draw = await tx.draws.byId(id);
    const seen = draw && (await bookableSeenBy(tx, actor, draw.accountId));
    if (!draw || !seen?.ok || draw.file === null) return failed({ code: "not-found" });
    return ok({ draw, file: draw.file });
  });
}

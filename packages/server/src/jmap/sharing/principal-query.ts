import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { ownAccountMethod } from "../method.ts";
import { idList, idText, queryArguments, queryChangesArguments } from "../standard/arguments.ts";
import { queryWindow } from "../standard/query.ts";
import { PRINCIPALS } from "../wire/capabilities.ts";
import { invalidArguments, type MethodError } from "../wire/errors.ts";
import { readPrincipals, type PrincipalRecord } from "./principal-records.ts";

const conditions = {
  accountIds: v.nullish(idList),
  email: v.nullish(idText),
  name: v.nullish(idText),
  text: v.nullish(idText),
  type: v.nullish(idText),
  timeZone: v.nullish(idText),
};
const conditionSchema = v.strictObject(conditions);
type Condition = v.InferOutput<typeof conditionSchema>;

/** Principal/query (RFC 9670 §2.4). */
export const principalQuery = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(queryArguments),
  async (context, account, args) => {
    const condition = conditionOf(args.filter);
    if (!condition.ok) return condition;
    const [comparator] = args.sort ?? [];
    if (args.sort?.some(({ property }) => property !== "name"))
      return failed({ type: "unsupportedSort", description: "principals are sorted by name" });
    const { state, records } = await readPrincipals(context);
    const sign = comparator?.isAscending === false ? -1 : 1;
    const found = records
      .filter((record) => matches(record, condition.value))
      .toSorted((a, b) => sign * (fold(a.name) < fold(b.name) ? -1 : fold(a.name) > fold(b.name) ? 1 : 0));
    const ids = found.map(({ id }) => id);
    const window = queryWindow(ids, args, context.app.limits.maxObjectsInGet);
    if (!window.ok) return window;
    return ok({ accountId: account.id, queryState: state, canCalculateChanges: false, ...window.value });
  },
);

function conditionOf(filter: unknown): Result<Condition, MethodError> {
  const given = (filter ?? {}) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(conditions, name));
  if (unknown !== undefined) return failed({ type: "unsupportedFilter", description: unknown.slice(0, 100) });
  const parsed = v.safeParse(conditionSchema, given);
  return parsed.success ? ok(parsed.output) : failed(invalidArguments("the filter is not valid"));
}

const fold = (text: string): string => text.toLowerCase().normalize("NFC");

function matches(
  record: PrincipalRecord,
  { accountIds, email, name, text, type, timeZone }: Condition,
): boolean {
  const contains = (value: string | null, search: string | null | undefined): boolean =>
    search === null || search === undefined || (value !== null && fold(value).includes(fold(search)));
  return (
    contains(record.email, email) &&
    contains(record.name, name) &&
    contains(`${record.name} ${record.email ?? ""}`, text) &&
    (type ?? record.type) === record.type &&
    (timeZone ?? record.timeZone) === record.timeZone &&
    (!accountIds || accountIds.some((id) => record.accounts?.[id] !== undefined))
  );
}

/** Principal/queryChanges: only that nothing has changed can be told. */
export const principalQueryChanges = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(queryChangesArguments),
  async (context, account, args) => {
    const { state } = await readPrincipals(context);
    if (args.sinceQueryState !== state) return failed({ type: "cannotCalculateChanges" });
    return ok({ accountId: account.id, oldQueryState: state, newQueryState: state, removed: [], added: [] });
  },
);

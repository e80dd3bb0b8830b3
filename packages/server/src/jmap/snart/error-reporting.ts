import type { ErrorReportingRecord } from "@snart/calendar/jmap/administration/error-reporting.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  errorReporting,
  tryErrorReporting,
  type ErrorReportingReport,
} from "../../app/health/error-reporting.ts";
import { setErrorService } from "../../app/health/error-service.ts";
import { ownAccountMethod, type Method } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, text } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

const account = v.strictObject({ accountId: id });
const tried = v.strictObject({
  accountId: id,
  id: v.pipe(text, v.maxLength(40)),
  at: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
});
const chosen = v.strictObject({ accountId: id, dsn: v.nullable(v.pipe(text, v.trim(), v.maxLength(2_000))) });

/** Server/errorReporting: where errors are reported, how that goes, and a test to look at, for administrators. */
const report = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const found = await errorReporting(app, actor);
  return found.ok
    ? ok({ accountId, errorReporting: recordOf(found.value) })
    : failed(methodErrorOf(found.problem));
});

/** Server/testErrorReporting: sends the test that was shown. */
const test = ownAccountMethod(SNART, tried, async ({ app, actor }, { id: accountId }, args) => {
  const done = await tryErrorReporting(app, actor, { id: args.id, at: Date.parse(args.at) });
  return done.ok ? ok({ accountId, ...done.value }) : failed(methodErrorOf(done.problem));
});

/** Server/setErrorReporting: chooses the service by its address (DSN), or none by null. */
const set = ownAccountMethod(SNART, chosen, async ({ app, actor }, { id: accountId }, { dsn }) => {
  const done = await setErrorService(app, actor, dsn);
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

const recordOf = ({ lastFailureAt, sample, ...rest }: ErrorReportingReport): ErrorReportingRecord => ({
  ...rest,
  lastFailureAt: lastFailureAt === null ? null : formatUtcDateTime(lastFailureAt),
  sample: sample && { ...sample, at: formatUtcDateTime(sample.at) },
});

/** Error reports, for administrators. */
export const errorReportingMethods: readonly (readonly [string, Method])[] = [
  ["Server/errorReporting", report],
  ["Server/testErrorReporting", test],
  ["Server/setErrorReporting", set],
];

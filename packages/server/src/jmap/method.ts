import { failed, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import type { Reach } from "../app/calendars/list-calendars.ts";
import type { Principal, PrincipalId } from "../app/types.ts";
import type { ParsedEvents } from "./context/parsed-events.ts";
import type { QueryCache } from "./context/query-cache.ts";
import type { ImportWatch } from "./context/import-watch.ts";
import type { Capability } from "./wire/capabilities.ts";
import { invalidArguments, type MethodError } from "./wire/errors.ts";
import type { JsonObject } from "./wire/json.ts";
import { reachOf } from "./wire/session.ts";

/** The context of a method; one per request. */
export interface MethodContext {
  readonly app: App;
  readonly actor: Actor;
  readonly using: ReadonlySet<Capability>;
  /** Creation id to id, over all calls of the request (RFC 8620 §3.3). */
  readonly createdIds: Map<string, string>;
  readonly imports: ImportWatch;
  readonly queries: QueryCache;
  /** Events that calls of this request have parsed already. */
  readonly parsed: ParsedEvents;
  /** The accounts with the actor's grants; read once per request. */
  readonly reach: () => Promise<readonly Reach[]>;
  /** Bytes of the records that the calls of this request have answered so far, about. */
  readonly answered: { size: number };
  /** Responses after that of the running call, for its implicit effects (RFC 8620 §5.4). */
  readonly implicit: { readonly name: string; readonly answer: Answer }[];
  /** The accessible accounts, own first; read once per request. */
  readonly accounts: () => Promise<readonly Principal[]>;
  /** The server's public address, without a slash at the end. */
  readonly origin: string;
  /** For bugs and damaged data; expected failures are answers. */
  readonly report: (error: unknown) => void;
}

/** The same for use cases inside one transaction: they must not use what was read before it. */
export function within(context: MethodContext, app: App): MethodContext {
  const reach = (): Promise<readonly Reach[]> => reachOf(app, context.actor);
  return {
    ...context,
    app,
    reach,
    accounts: async () => (await reach()).map(({ principal }) => principal),
  };
}

/** The arguments of a response, ready for JSON. */
export type Answer = Readonly<Record<string, unknown>>;
export type MethodResult = Result<Answer, MethodError>;

/** A method in the registry: it checks its own arguments. */
export interface Method {
  readonly capability: Capability;
  call(context: MethodContext, args: JsonObject): Promise<MethodResult>;
}

type Schema = v.GenericSchema<unknown, unknown>;

/** A method without an account. */
export function method<S extends Schema>(
  capability: Capability,
  schema: S,
  run: (context: MethodContext, args: v.InferOutput<S>) => Promise<MethodResult>,
): Method {
  return {
    capability,
    async call(context, args) {
      const parsed = v.safeParse(schema, args, { abortEarly: true });
      return parsed.success
        ? run(context, parsed.output)
        : failed(invalidArguments(complaint(parsed.issues[0])));
    },
  };
}

/** A method on one account: `run` is only called for an accessible account. */
export function accountMethod<S extends v.GenericSchema<unknown, { readonly accountId: string }>>(
  capability: Capability,
  schema: S,
  run: (context: MethodContext, account: Principal, args: v.InferOutput<S>) => Promise<MethodResult>,
): Method {
  return method(capability, schema, async (context, args) => {
    const account = (await context.accounts()).find(({ id }) => id === args.accountId);
    return account ? run(context, account, args) : failed({ type: "accountNotFound" });
  });
}

/** A method on the actor's own account only: others do not have it. */
export function ownAccountMethod<S extends v.GenericSchema<unknown, { readonly accountId: string }>>(
  capability: Capability,
  schema: S,
  run: (context: MethodContext, account: Principal, args: v.InferOutput<S>) => Promise<MethodResult>,
): Method {
  return accountMethod(capability, schema, async (context, account, args) =>
    account.id === (context.actor.principalId satisfies PrincipalId)
      ? run(context, account, args)
      : failed({ type: "accountNotSupportedByMethod" }),
  );
}

function complaint(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return (path === null ? issue.message : `${path}: ${issue.message}`).slice(0, 300);
}

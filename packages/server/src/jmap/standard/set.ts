import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Answer, MethodContext } from "../method.ts";
import type { MethodError, SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";

/** The contents of a /set. Read `update` and `destroy` after creating: they may refer to created records. */
export interface SetRequest {
  readonly create: ReadonlyMap<string, JsonObject>;
  /** With `#creationId` replaced by the id, if known. */
  readonly update: () => ReadonlyMap<string, JsonObject>;
  readonly destroy: () => readonly string[];
}

interface SetArguments {
  readonly create?: Readonly<Record<string, JsonObject>> | null | undefined;
  readonly update?: Readonly<Record<string, JsonObject>> | null | undefined;
  readonly destroy?: readonly string[] | null | undefined;
}

/** Reads the three parts of a /set, at most `limit` records together (RFC 8620 §5.3). */
export function setRequest(
  { createdIds }: Pick<MethodContext, "createdIds">,
  args: SetArguments,
  limit: number,
): Result<SetRequest, MethodError> {
  const create = Object.entries(args.create ?? {});
  const update = Object.entries(args.update ?? {});
  const destroy = args.destroy ?? [];
  if (create.length + update.length + destroy.length > limit) {
    return failed({ type: "requestTooLarge", description: `maxObjectsInSet is ${limit}`, limit });
  }
  const real = (id: string): string => realId(createdIds, id) ?? id;
  return ok({
    create: new Map(create),
    update: () => new Map(update.map(([id, patch]) => [real(id), patch])),
    destroy: () => [...new Set(destroy.map(real))],
  });
}

/** The id for `#creationId`, the text itself if it is no reference, undefined for an unknown reference. */
export const realId = (createdIds: ReadonlyMap<string, string>, reference: string): string | undefined =>
  reference.startsWith("#") ? createdIds.get(reference.slice(1)) : reference;

/** Collects the outcome of each record of a /set. */
export class SetOutcome {
  readonly created = new Map<string, Answer>();
  readonly updated = new Map<string, Answer | null>();
  readonly destroyed: string[] = [];
  readonly notCreated = new Map<string, SetError>();
  readonly notUpdated = new Map<string, SetError>();
  readonly notDestroyed = new Map<string, SetError>();

  /** Whether nothing was written. */
  get isEmpty(): boolean {
    return this.created.size + this.updated.size + this.destroyed.length === 0;
  }

  /** Whether nothing was refused. */
  get isComplete(): boolean {
    return this.notCreated.size + this.notUpdated.size + this.notDestroyed.size === 0;
  }

  /** The response; an empty part is null (RFC 8620 §5.3). */
  answer(accountId: string, oldState: string | null, newState: string): Answer {
    return {
      accountId,
      oldState,
      newState,
      created: orNull(this.created),
      updated: orNull(this.updated),
      destroyed: this.destroyed.length > 0 ? this.destroyed : null,
      notCreated: orNull(this.notCreated),
      notUpdated: orNull(this.notUpdated),
      notDestroyed: orNull(this.notDestroyed),
    };
  }
}

const orNull = (map: ReadonlyMap<string, unknown>): object | null =>
  map.size > 0 ? Object.fromEntries(map) : null;

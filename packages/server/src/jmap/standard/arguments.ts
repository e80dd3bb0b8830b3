import { parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../wire/json.ts";

// Argument types of the standard methods (RFC 8620 §5). Objects are strict: an argument nobody knows is refused.

/** An `Id` (RFC 8620 §1.2). */
export const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,255}$/, "must be an id"));

/** A text that requests a record: at worst it is not found. */
export const idText = v.pipe(v.string(), v.maxLength(1_000));

/** One of our state texts; anything else is simply another state. */
export const stateText = v.pipe(v.string(), v.maxLength(255));

/** Text that databases accept: no U+0000. */
export const text = v.pipe(
  v.string(),
  v.check((value) => !value.includes("\0"), "must not contain U+0000"),
);

export const flag = (byDefault: boolean) => v.optional(v.boolean(), byDefault);

/** `UnsignedInt`: 0 to 2^53-1. */
export const unsigned = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A `UTCDate` (RFC 8620 §1.4). */
export const utcDate = v.pipe(
  v.string(),
  v.check((value) => parseUtcDateTime(value) !== undefined, "must be a UTCDate"),
);

/** A JSON object, unchanged. (valibot's `record` would silently leave out some names.) */
export const jsonObject = v.custom<JsonObject>(isJsonObject, "must be an object");

/** A map whose every value is an object, as `create` and `update` are. */
export const objectMap = v.pipe(
  jsonObject,
  v.check((map) => Object.values(map).every(isJsonObject), "every value must be an object"),
  v.transform((map) => map as Readonly<Record<string, JsonObject>>),
);

/** States by id. */
export const stateMap = v.pipe(
  jsonObject,
  v.check((map) => Object.values(map).every((it) => typeof it === "string"), "every value must be a state"),
  v.transform((map) => map as Readonly<Record<string, string>>),
);

export const idList = v.array(idText);
export const propertyList = v.nullish(v.array(v.pipe(v.string(), v.maxLength(255))));

export const getArguments = { accountId: id, ids: v.nullish(idList), properties: propertyList };

export const changesArguments = {
  accountId: id,
  sinceState: stateText,
  maxChanges: v.nullish(v.pipe(unsigned, v.minValue(1))),
};

export const setArguments = {
  accountId: id,
  ifInState: v.nullish(stateText),
  create: v.nullish(objectMap),
  update: v.nullish(objectMap),
  destroy: v.nullish(idList),
};

const comparator = v.strictObject({
  property: v.string(),
  isAscending: flag(true),
  collation: v.optional(v.string()),
});

export type Comparator = v.InferOutput<typeof comparator>;

export const queryArguments = {
  accountId: id,
  filter: v.nullish(jsonObject),
  sort: v.nullish(v.pipe(v.array(comparator), v.maxLength(16))),
  position: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  anchor: v.nullish(idText),
  anchorOffset: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  limit: v.nullish(unsigned),
  calculateTotal: flag(false),
};

const { accountId, filter, sort, calculateTotal } = queryArguments;
export const queryChangesArguments = {
  accountId,
  filter,
  sort,
  calculateTotal,
  sinceQueryState: stateText,
  maxChanges: v.nullish(v.pipe(unsigned, v.minValue(1))),
  upToId: v.nullish(idText),
};

/** Whether a text could be the id of anything stored. */
export const couldBeId = (value: string): boolean => /^[A-Za-z0-9_-]{1,255}$/.test(value);

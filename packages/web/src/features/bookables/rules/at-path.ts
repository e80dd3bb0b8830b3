/** A value of JSON that is changed without looking at the rest of it. */
export type Json = Readonly<Record<string, unknown>>;

const parts = (path: string): readonly string[] => (path === "" ? [] : path.split("/"));

/** The value at a path such as `slotPlans/0/passes`; undefined: there is none. */
export function valueAt(json: unknown, path: string): unknown {
  let found = json;
  for (const part of parts(path)) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/** The same JSON with another value at a path; what is on the way is made where it is missing, and nothing else changes. */
export function withValue<T>(json: T, path: string, value: unknown): T {
  return put(json, parts(path), value) as T;
}

function put(json: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value;
  // The first entry of a list that is not there yet makes it.
  if (Array.isArray(json) || (json === undefined && /^\d+$/.test(part))) {
    const copy: unknown[] = [...((json ?? []) as readonly unknown[])];
    copy[Number(part)] = put(copy[Number(part)], rest, value);
    return copy;
  }
  const object = typeof json === "object" && json !== null ? (json as Json) : {};
  return { ...object, [part]: put(object[part], rest, value) };
}

/** The same JSON without what is at a path; an object or list that has nothing left goes with it. */
export function withoutValue<T>(json: T, path: string): T {
  return (cut(json, parts(path)) ?? {}) as T;
}

function cut(json: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined || typeof json !== "object" || json === null) return undefined;
  if (Array.isArray(json)) {
    const list = (json as readonly unknown[]).flatMap((each, at) => {
      if (at !== Number(part)) return [each];
      const left = cut(each, rest);
      return left === undefined ? [] : [left];
    });
    return list.length === 0 ? undefined : list;
  }
  const { [part]: inner, ...others } = json as Json;
  const left = cut(inner, rest);
  if (left !== undefined) return { ...others, [part]: left };
  return Object.keys(others).length === 0 ? undefined : others;
}

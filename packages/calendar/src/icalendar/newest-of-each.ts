import { firstProperty, type Component } from "./component.ts";

/** Of components with the same key the one with the highest SEQUENCE counts; of those, the last. */
export function newestOfEach<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  componentOf: (item: T) => Component,
): { readonly kept: readonly T[]; readonly repeated: ReadonlySet<T> } {
  const newest = new Map<string, T>();
  const repeated = new Set<T>();
  for (const item of items) {
    const key = keyOf(item);
    const other = newest.get(key);
    if (other !== undefined && sequenceOf(componentOf(other)) > sequenceOf(componentOf(item))) {
      repeated.add(item);
      continue;
    }
    if (other !== undefined) repeated.add(other);
    newest.set(key, item);
  }
  return { kept: repeated.size === 0 ? items : items.filter((item) => !repeated.has(item)), repeated };
}

const sequenceOf = (component: Component): number => Number(firstProperty(component, "SEQUENCE")?.value) || 0;

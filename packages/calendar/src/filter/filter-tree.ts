/** A filter of a /query, checked (RFC 8620 §5.5). */
export type Filter<C> =
  | { readonly kind: "AND" | "OR" | "NOT"; readonly conditions: readonly Filter<C>[] }
  | { readonly kind: "condition"; readonly condition: C };

/** Whether a filter is true when `matches` decides each of its conditions. */
export function matchesFilter<C>(filter: Filter<C>, matches: (condition: C) => boolean): boolean {
  switch (filter.kind) {
    case "condition":
      return matches(filter.condition);
    case "AND":
      return filter.conditions.every((child) => matchesFilter(child, matches));
    case "OR":
      return filter.conditions.some((child) => matchesFilter(child, matches));
    case "NOT":
      return !filter.conditions.some((child) => matchesFilter(child, matches));
  }
}

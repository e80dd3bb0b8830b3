type PublicFeedAnswer =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable" };

/** The address of a published calendar by its secret link. */
export const publicFeedPath = (token: string): string => `/feed/${encodeURIComponent(token)}.ics`;

/** A published calendar as iCalendar text. No session goes with it; the browser keeps it and asks whether it has changed. */
export async function fetchPublicFeed(token: string): Promise<PublicFeedAnswer> {
  try {
    const response = await fetch(publicFeedPath(token), { credentials: "omit" });
    if (response.status === 404) return { kind: "gone" };
    return response.ok ? { kind: "read", text: await response.text() } : { kind: "unreachable" };
  } catch {
    return { kind: "unreachable" };
  }
}

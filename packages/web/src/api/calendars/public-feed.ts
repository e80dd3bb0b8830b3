type PublicFeedAnswer =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "gone" }
  | { readonly kind: "unreachable" };

/** Returns the address of a published calendar by its secret token. */
export const publicFeedPath = (token: string): string => `/feed/${encodeURIComponent(token)}.ics`;

/** Fetches a published calendar as iCalendar text, without a session. The browser caches it and asks whether it changed. */
export async function fetchPublicFeed(token: string): Promise<PublicFeedAnswer> {
  try {
    const response = await fetch(publicFeedPath(token), { credentials: "omit" });
    if (response.status === 404) return { kind: "gone" };
    return response.ok ? { kind: "read", text: await response.text() } : { kind: "unreachable" };
  } catch {
    return { kind: "unreachable" };
  }
}

/** A booking page, one of its types, or one of its times. */
const BOOKING_PAGE = /^\/b(?:\/[\w-]+){1,3}(?:\?[\x21-\x7e]*)?$/;

/** The booking page that has sent somebody here to sign in (`to` in the query of this page); undefined: none has. */
export function wayBack(): string | undefined {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return BOOKING_PAGE.test(to) ? to : undefined;
}

/** The address of a page for who is not signed in, with that way back. */
export function withWayBack(path: string): string {
  const to = wayBack();
  return to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`;
}

/** Where somebody goes on who is signed in now: by the page that leads back, or to their calendar. */
export const goesOn = (): string => (wayBack() === undefined ? "/" : withWayBack("/signin"));

import type { ProblemPlace } from "./problem.ts";
import type { CalendarResource } from "./resource.ts";
import type { Hrefs } from "./url.ts";

/**
 * Where an object would be written, for conditions that name it or another. Only an owner learns about other
 * calendars.
 */
export const objectPlace = (
  { grant, href, ownerLogin }: CalendarResource,
  name: string,
  hrefs: Hrefs,
): ProblemPlace => ({
  href: hrefs.object(href, name),
  hrefOfObject: (uri) => hrefs.object(href, uri),
  ...(grant.isOwner && {
    hrefInHome: (calendarUri: string, uri: string) =>
      hrefs.object(hrefs.calendar(ownerLogin, calendarUri), uri),
  }),
});

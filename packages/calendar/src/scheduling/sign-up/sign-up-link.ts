import {
  firstProperty,
  makeProperty,
  parameterValue,
  withoutProperties,
  withProperty,
  type Component,
} from "../../icalendar/component.ts";

/** Identifies the link by which people without an account sign up; it is not a secret without the server's key. */
const LINK = "X-SNART-SIGN-UP-LINK";
/** TRUE: the link was revoked. */
const REVOKED = "X-SNART-REVOKED";
/** When people who had not answered were last reminded. */
const REMINDED = "X-SNART-REMINDED";

/** The working link; undefined if there is none. */
export const signUpLinkOf = (component: Component): string | undefined =>
  isRevoked(component) ? undefined : lastSignUpLink(component);

/** The working link, or the one that worked before it was revoked. */
export const lastSignUpLink = (component: Component): string | undefined =>
  firstProperty(component, LINK)?.value.trim() || undefined;

function isRevoked(component: Component): boolean {
  const property = firstProperty(component, LINK);
  return property !== undefined && parameterValue(property, REVOKED)?.toUpperCase() === "TRUE";
}

/** The component with a link, which may be revoked; undefined removes it. */
export function withSignUpLink(
  component: Component,
  link: { readonly id: string; readonly isRevoked: boolean } | undefined,
): Component {
  if (!link) return withoutProperties(component, LINK);
  return withProperty(component, makeProperty(LINK, link.id, link.isRevoked ? { [REVOKED]: "TRUE" } : {}));
}

/** ms UTC; undefined: never */
export function remindedAt(component: Component): number | undefined {
  const at = Number(firstProperty(component, REMINDED)?.value ?? "");
  return Number.isSafeInteger(at) && at > 0 ? at : undefined;
}

export const withRemindedAt = (component: Component, now: number): Component =>
  withProperty(component, makeProperty(REMINDED, String(now)));

/**
 * What others share stands in one's own calendar home as well, as `OWNER~URI`: clients list their own home and look nowhere else. No
 * login holds a tilde, and no calendar is made under a name that could be read so, whence the two never meet.
 */
export interface SharedName {
  /** of the owner */
  readonly login: string;
  /** of the calendar, in its owner's home */
  readonly uri: string;
}

/** The last segment of a shared calendar's URL in the home of whom it is shared with. */
export const sharedName = ({ login, uri }: SharedName): string => `${login}~${uri}`;

/** Reads such a segment; undefined if it is not one. */
export function readSharedName(segment: string): SharedName | undefined {
  const [, login, uri] = /^([a-z0-9._-]+)~(.+)$/.exec(segment) ?? [];
  return login === undefined || uri === undefined ? undefined : { login, uri };
}

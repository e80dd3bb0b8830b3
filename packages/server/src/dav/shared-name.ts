/**
 * A shared calendar is also in the sharee's own home, as `OWNER~URI`: clients list their own home and look nowhere
 * else. No login contains a tilde, and no calendar can be created with such a name, so the two never collide.
 */
interface SharedName {
  /** of the owner */
  readonly login: string;
  /** of the calendar, in its owner's home */
  readonly uri: string;
}

/** The last segment of a shared calendar's URL in the home of a sharee. */
export const sharedName = ({ login, uri }: SharedName): string => `${login}~${uri}`;

/** Reads such a segment; undefined if it has another form. */
export function readSharedName(segment: string): SharedName | undefined {
  const [, login, uri] = /^([a-z0-9._-]+)~(.+)$/.exec(segment) ?? [];
  return login === undefined || uri === undefined ? undefined : { login, uri };
}

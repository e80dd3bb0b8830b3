/**
 * Whether what somebody has told one server may be told another one that it names: itself, the same host once it is encrypted,
 * or an encrypted neighbour below the same domain, as the servers of iCloud are. Never one that is less encrypted.
 */
export function isNear(first: URL, other: URL): boolean {
  if (other.origin === first.origin) return true;
  if (other.protocol !== "https:") return false;
  if (other.hostname === first.hostname) return true;
  const [, ...parent] = first.hostname.split(".");
  // Two labels of which the first is short may be what a registry hands names out below, as `co.uk` is.
  const isOneOwner = parent.length > 2 || (parent.length === 2 && (parent[0]?.length ?? 0) > 3);
  return isOneOwner && /[a-z]/i.test(first.hostname) && other.hostname.endsWith(`.${parent.join(".")}`);
}

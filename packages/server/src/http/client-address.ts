import { BlockList, isIP } from "node:net";

/**
 * @param networks addresses or `address/prefix`, already validated by the configuration
 * @returns a function that tells whether an address is in one of them
 */
export function networkFinder(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    const address = plainAddress(text);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
  };
}

/**
 * @param networks addresses or `address/prefix`, already validated by the configuration
 * @returns a function that finds the client behind trusted proxies: the last address in X-Forwarded-For that is not
 * itself a trusted proxy, believed only when the peer is one
 */
export function clientAddressFinder(
  networks: readonly string[],
): (peer: string | undefined, forwardedFor: string | null) => string {
  const isTrusted = networkFinder(networks);
  return (peer, forwardedFor) => {
    const from = plainAddress(peer ?? "");
    if (networks.length === 0 || forwardedFor === null || isIP(from) === 0 || !isTrusted(from))
      return from || "unknown";
    const hops = forwardedFor
      .slice(-2_000)
      .split(",")
      .map((hop) => plainAddress(hop.trim()));
    let client = from;
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      client = hop;
      if (!isTrusted(hop)) break;
    }
    return client;
  };
}

const nearby = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  nearby.addSubnet(network, prefix, "ipv4");
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

/** Whether an address is of this machine or a private network (RFC 1918, RFC 4193), as that of a proxy mostly is. */
export function isNearby(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && nearby.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address written as IPv6 (on a socket that listens on both) is the same client. */
export function plainAddress(text: string): string {
  return text.startsWith("::ffff:") && text.includes(".") ? text.slice(7) : text;
}

import { BlockList, isIP } from "node:net";

/**
 * @param networks addresses or `address/prefix`, already validated by the configuration
 * @returns a function that finds the client behind trusted proxies: the last address in X-Forwarded-For that is not
 * itself a trusted proxy, believed only when the peer is one
 */
export function clientAddressFinder(
  networks: readonly string[],
): (peer: string | undefined, forwardedFor: string | null) => string {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string): boolean =>
    trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
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

/** An IPv4 address written as IPv6 (on a socket that listens on both) is the same client. */
function plainAddress(text: string): string {
  return text.startsWith("::ffff:") && text.includes(".") ? text.slice(7) : text;
}

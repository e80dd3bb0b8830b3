import { lookup as lookupByDns, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";

/**
 * Addresses that are not on the public internet (RFC 6890): a server's private neighbours are nobody else's business.
 */
const CLOSED = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  CLOSED.addSubnet(net, prefix, "ipv4");
/** In version 6 only global unicast is public, except ranges that carry version 4, tunnels and examples. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
const CLOSED_V6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  CLOSED_V6.addSubnet(net, prefix, "ipv6");

/** Whether an IP address is on the public internet. */
export function isOpenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !CLOSED.check(address, "ipv4");
  return family === 6 && GLOBAL_V6.check(address, "ipv6") && !CLOSED_V6.check(address, "ipv6");
}

/** An address that must not be reached. */
export class RefusedAddress extends Error {}

/**
 * Tells whether an address may be reached: public ones, and the administrator's own networks if configured.
 * @param networks addresses and networks in CIDR notation
 */
export function addressRule(networks: readonly string[] = []): (address: string) => boolean {
  if (networks.length === 0) return isOpenAddress;
  const named = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    named.addSubnet(address, prefix === undefined ? (family === "ipv6" ? 128 : 32) : Number(prefix), family);
  }
  return (address) => isOpenAddress(address) || named.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

type Looked = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for a connection and returns only permitted addresses, so that the checked address is the one
 * connected to: no name can stand for another address in between. A name that also has a closed address is refused.
 */
export const guardedLookup =
  (mayReach: (address: string) => boolean = isOpenAddress, resolve: Resolve = lookupByDns) =>
  (hostname: string, options: LookupOptions, callback: Looked): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address)))
        return callback(new RefusedAddress("not an address of the open internet"), []);
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

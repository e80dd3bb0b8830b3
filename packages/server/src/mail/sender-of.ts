import type { Address } from "postal-mime";

/** Who a message says it is from. */
interface Sender {
  /** The address in lower case; "" if there is none. */
  readonly address: string;
  /** Whether From can be read in one way alone: one header with one address, which no other stands beside. */
  readonly isPlain: boolean;
}

/**
 * The sender of a message by its From (RFC 5322 §3.6.2). A second header or address, a group, and an address in a name are how forgers
 * make one program show whom another has checked.
 * @param headers the values of its From headers
 */
export function senderOf(headers: readonly string[], parse: (value: string) => readonly Address[]): Sender {
  const found = headers.flatMap((value) => parse(value));
  const all = found.flatMap((one) => one.group ?? [one]);
  const address = (all[0]?.address ?? "").trim().toLowerCase();
  const isAddress = /^[^\s@"<>(),:;\\]+@[^\s@"<>(),:;\\]+$/.test(address);
  const isPlain = headers.length === 1 && found.length === 1 && found[0]?.group === undefined;
  const bare = (headers[0] ?? "").replace(/"(?:[^"\\]|\\.)*"/g, "");
  return {
    address: isAddress ? address : "",
    isPlain: isAddress && isPlain && bare.split("@").length === 2 && bare.toLowerCase().includes(address),
  };
}

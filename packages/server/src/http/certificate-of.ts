import { connect } from "node:tls";
import type { Certificate } from "../app/app.ts";

/** Whoever waits for a page must not wait longer. */
const LONGEST_MS = 3_000;

/**
 * The TLS certificate that an address shows to this machine. Nothing is sent to it but the name that is asked for.
 * @param address an `https:` address
 * @returns undefined: nobody answered in time, or not by TLS. Never throws.
 */
export function certificateOf(address: string, timeoutMs = LONGEST_MS): Promise<Certificate | undefined> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const done = (certificate: Certificate | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(certificate);
    };
    // What it shows is read and judged, never trusted: a page about certificates must be able to show bad ones.
    const socket = connect({
      host,
      port: port === "" ? 443 : Number(port),
      rejectUnauthorized: false,
      ...(/[a-z]/i.test(host) && !host.includes(":") && { servername: host }),
    });
    const timer = setTimeout(() => done(undefined), timeoutMs);
    socket.once("error", () => done(undefined));
    socket.once("secureConnect", () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
      done(Number.isNaN(endsAt) ? undefined : { endsAt, isTrusted: socket.authorized });
    });
  });
}

/** The same, asked at most every ten minutes: pages about a server are opened again and again. */
export function rememberedCertificate(
  address: string,
  now: () => number,
  ask = certificateOf,
): () => Promise<Certificate | undefined> {
  let known: { readonly at: number; readonly certificate: Promise<Certificate | undefined> } | undefined;
  return () => {
    const at = now();
    if (!known || at - known.at >= REMEMBERED_MS || at < known.at) known = { at, certificate: ask(address) };
    return known.certificate;
  };
}
const REMEMBERED_MS = 600_000;

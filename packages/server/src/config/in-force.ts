import type { ConfigFile } from "./load.ts";
import type { OptionValues } from "./options.ts";

/**
 * What is in force, a line each, for the start of the server and for `snart config`: where options came from, where the
 * data is, where the server listens, how people reach it, and whether it sends mail. No secrets.
 * @param port the port that it listens on; undefined: the configured one
 */
export function inForce(
  config: Omit<OptionValues, "limits">,
  file: ConfigFile,
  port: number = config.port,
): readonly string[] {
  const { data, host, publicUrl, trustedProxies, databaseUrl, smtpUrl, mailFrom } = config;
  const { signInHeader, signInProxies } = config;
  const options = file.isThere ? file.path : `the environment alone; there is no ${file.path}`;
  const database = databaseUrl === null ? "SQLite" : `PostgreSQL at ${addressOf(databaseUrl)}`;
  const links =
    publicUrl ?? "not set (SNART_PUBLIC_URL): links in mail and invitations lead to this machine only";
  // Without a public URL none can be trusted.
  const proxies =
    trustedProxies.length > 0
      ? `trusted: ${trustedProxies.join(", ")}`
      : "none is trusted (SNART_TRUSTED_PROXIES): behind one, all people seem to have one address, and guesses at passwords count against all";
  const mail =
    smtpUrl === null ? "not sent (SNART_SMTP_URL)" : `by ${addressOf(smtpUrl)}, from ${mailFrom ?? ""}`;
  return [
    `Options:     ${options}`,
    `Data:        ${data}, ${database}`,
    `Listens on:  ${host.includes(":") ? `[${host}]` : host}:${port}`,
    `Public URL:  ${links}`,
    ...(publicUrl === null ? [] : [`Proxies:     ${proxies}`]),
    ...(signInHeader === null
      ? []
      : [`Sign-in:     by the header ${signInHeader} of ${signInProxies.join(", ")}`]),
    `Mail:        ${mail}`,
  ];
}

/** The host and path of an address, without name and password. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  return url === null ? "its address" : `${url.host}${url.pathname === "/" ? "" : url.pathname}`;
}

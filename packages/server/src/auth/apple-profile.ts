interface AppleAccount {
  /** the address of the server's calendars: "https://kalender.example/dav/" */
  readonly address: string;
  readonly userName: string;
  readonly password: string;
  /** the name of the account on the device */
  readonly name: string;
  /** identifies this profile and its account: two UUIDs */
  readonly ids: readonly [profile: string, account: string];
}

/**
 * A configuration profile that sets up the calendars on iPhone, iPad and Mac (Apple's Device Management, payload
 * com.apple.caldav.account). It contains the app password: whoever has the file has access to the calendars.
 */
export function appleProfile({ address, userName, password, name, ids }: AppleAccount): string {
  const { hostname, port, protocol, pathname } = new URL(address);
  const isSecure = protocol === "https:";
  const account = [
    ["PayloadType", "com.apple.caldav.account"],
    ["PayloadIdentifier", `snart.${ids[1]}`],
    ["PayloadUUID", ids[1]],
    ["PayloadVersion", 1],
    ["PayloadDisplayName", name],
    ["CalDAVAccountDescription", name],
    ["CalDAVHostName", hostname],
    ["CalDAVPort", port === "" ? (isSecure ? 443 : 80) : Number(port)],
    ["CalDAVUseSSL", isSecure],
    ["CalDAVPrincipalURL", pathname],
    ["CalDAVUsername", userName],
    ["CalDAVPassword", password],
  ] as const;
  const profile = [
    ["PayloadType", "Configuration"],
    ["PayloadIdentifier", `snart.${ids[0]}`],
    ["PayloadUUID", ids[0]],
    ["PayloadVersion", 1],
    ["PayloadDisplayName", name],
  ] as const;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
${profile.map(entry).join("\n")}
<key>PayloadContent</key><array><dict>
${account.map(entry).join("\n")}
</dict></array>
</dict></plist>
`;
}

type Entry = readonly [key: string, value: string | number | boolean];

const entry = ([key, value]: Entry): string => `<key>${key}</key>${valueOf(value)}`;

function valueOf(value: Entry[1]): string {
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>";
  return typeof value === "number" ? `<integer>${value}</integer>` : `<string>${escaped(value)}</string>`;
}

/** XML 1.0 permits no control characters except tab and line ends, not even as references. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- those are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

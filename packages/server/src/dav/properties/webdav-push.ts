// WebDAV-Push (draft-bitfire-webdav-push §2.1): whether a calendar's changes are pushed, and how.
import { webdavPush } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

export const TRANSPORTS = webdavPush("transports");
export const TOPIC = webdavPush("topic");

// The property's own element declares the prefix x.
const TRIGGERS =
  "<x:content-update><d:depth>1</d:depth></x:content-update>" +
  "<x:property-update><d:depth>0</d:depth></x:property-update>";

export const webdavPushProperties: readonly LiveProperty[] = [
  liveProperty(["calendar"], {
    name: TRANSPORTS,
    get: ({ push }) =>
      push &&
      `<x:web-push><x:vapid-public-key type="p256ecdsa">${escapeXml(push.vapidKey)}</x:vapid-public-key></x:web-push>`,
  }),
  liveProperty(["calendar"], { name: TOPIC, get: ({ push }) => push?.topic }),
  liveProperty(["calendar"], {
    name: webdavPush("supported-triggers"),
    get: ({ grant }) => (grant.rights.mayReadItems ? TRIGGERS : undefined),
  }),
];

// WebDAV-Push (draft-bitfire-webdav-push §2.1): whether the changes of a calendar or home are pushed, and how.
import { webdavPush } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";
import { liveProperty, type LiveProperty } from "./live-property.ts";

export const TRANSPORTS = webdavPush("transports");
export const TOPIC = webdavPush("topic");

// The property's own element declares the prefix x.
const triggers = (propertyDepth: 0 | 1): string =>
  "<x:content-update><d:depth>1</d:depth></x:content-update>" +
  `<x:property-update><d:depth>${propertyDepth}</d:depth></x:property-update>`;

export const webdavPushProperties: readonly LiveProperty[] = [
  liveProperty(["calendar", "home"], {
    name: TRANSPORTS,
    get: ({ push }) =>
      push &&
      `<x:web-push><x:vapid-public-key type="p256ecdsa">${escapeXml(push.vapidKey)}</x:vapid-public-key></x:web-push>`,
  }),
  liveProperty(["calendar", "home"], { name: TOPIC, get: ({ push }) => push?.topic }),
  liveProperty(["calendar", "home"], {
    name: webdavPush("supported-triggers"),
    get(resource) {
      if (resource.kind === "home") return triggers(1);
      return resource.grant.rights.mayReadItems ? triggers(0) : undefined;
    },
  }),
];

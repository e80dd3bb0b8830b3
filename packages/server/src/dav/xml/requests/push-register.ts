import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { NewRegistration } from "../../../app/webdav-push/registrations.ts";
import { areReceiverKeys } from "../../../http/web-push/web-push.ts";
import { refuse, refuseWith, type Refusal } from "../../preconditions.ts";
import { attributeOf, childNamed, isNamed, textOf, type XmlElement } from "../element.ts";
import { dav, webdavPush } from "../names.ts";

/** Whether a body is of WebDAV-Push: the only other XML that is posted to a calendar shares it. */
export const isPushRegister = (body: XmlElement | undefined): body is XmlElement =>
  body !== undefined && isNamed(body, webdavPush("push-register"));

/** Characters of a push resource. */
const LONGEST_URL = 2_000;

/**
 * Reads a registration (draft-bitfire-webdav-push §3.1). Without a trigger it is for both kinds of updates: DAVx5 sends none. Of a
 * calendar no depths are read: of content it is always the members', of properties the calendar's own.
 * @param isOfHome a home: both are of its members, also where `infinity` is asked for, and of itself alone (0) nothing ever changes
 */
export function readPushRegister(body: XmlElement, isOfHome: boolean): Result<NewRegistration, Refusal> {
  const subscription = childNamed(body, webdavPush("subscription"));
  const webPush = subscription && childNamed(subscription, webdavPush("web-push-subscription"));
  const found = webPush && readSubscription(webPush);
  if (!found)
    return failed(
      refuse(
        "invalid-subscription",
        "A web-push-subscription has a push-resource (https), a subscription-public-key (p256dh) and an auth-secret.",
      ),
    );
  const trigger = childNamed(body, webdavPush("trigger"));
  const asks = (name: string): boolean => {
    if (trigger === undefined) return true;
    const asked = childNamed(trigger, webdavPush(name));
    return asked !== undefined && !(isOfHome && isOfItselfAlone(asked));
  };
  const [onContent, onProperties] = [asks("content-update"), asks("property-update")];
  if (!onContent && !onProperties)
    return failed(
      refuse(
        "no-supported-trigger",
        isOfHome
          ? "Triggers are content-update and property-update, with a depth of 1."
          : "Triggers are content-update and property-update.",
      ),
    );
  const expires = childNamed(body, webdavPush("expires"));
  const expiresAt = expires ? Date.parse(textOf(expires).trim()) : null;
  if (Number.isNaN(expiresAt)) return failed(refuseWith(400, "expires is a date as in HTTP headers."));
  return ok({ ...found, onContent, onProperties, expiresAt });
}

function isOfItselfAlone(trigger: XmlElement): boolean {
  const depth = childNamed(trigger, dav("depth"));
  return depth !== undefined && textOf(depth).trim() === "0";
}

function readSubscription(element: XmlElement): Pick<NewRegistration, "url" | "keys"> | undefined {
  const text = (name: string): string => {
    const child = childNamed(element, webdavPush(name));
    return child ? textOf(child).trim() : "";
  };
  const key = childNamed(element, webdavPush("subscription-public-key"));
  if (key && (attributeOf(key, "type") ?? "p256dh") !== "p256dh") return undefined;
  if ((text("content-encoding") || "aes128gcm") !== "aes128gcm") return undefined;
  const url = URL.parse(text("push-resource"));
  const keys = { p256dh: text("subscription-public-key"), auth: text("auth-secret") };
  const isUsable = url?.protocol === "https:" && url.username === "" && url.href.length <= LONGEST_URL;
  return url && isUsable && areReceiverKeys(keys) ? { url: url.href, keys } : undefined;
}

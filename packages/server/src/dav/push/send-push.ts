import type { App } from "../../app/app.ts";
import { collectionNews, toldOf, type CollectionNews } from "../../app/webdav-push/collection-pushes.ts";
import { homeNews, toldOfHome, type HomeNews } from "../../app/webdav-push/home-pushes.ts";
import {
  forgetRegistration,
  homeTopic,
  pushTopic,
  pushTopicKey,
  type CollectionPushMessage,
} from "../../app/webdav-push/registrations.ts";
import { postPush, type PushOptions } from "../../http/web-push/post-push.ts";
import { currentToken } from "../sync-token.ts";
import { XML_HEADER } from "../xml/multistatus.ts";
import { WEBDAV_PUSH } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";

type News = CollectionNews | HomeNews;

/** Tells a device that a calendar or a home has changed, unless it has heard of it meanwhile. */
export const collectionPushSender =
  (options: PushOptions) =>
  async (app: App, payload: unknown): Promise<void> => {
    const { subscriptionId } = payload as CollectionPushMessage;
    const news: News | undefined =
      (await collectionNews(app, subscriptionId)) ?? (await homeNews(app, subscriptionId));
    if (!news) return;
    const { url, keys } = news.registration;
    const subject = "calendar" in news ? news.calendar.id : homeTopic(news.registration.homeId);
    const topic = pushTopic(await pushTopicKey(app), subject);
    const push = {
      url,
      keys,
      contentType: 'application/xml; charset="utf-8"',
      body: pushMessage(topic, news),
      topic,
    };
    if ((await postPush(app, push, options)) === "gone") await forgetRegistration(app, subscriptionId);
    else if ("calendar" in news) await toldOf(app, news);
    else await toldOfHome(app, news);
  };

/** A push message (draft-bitfire-webdav-push §4.1). A home has no sync-token. */
function pushMessage(topic: string, news: News): string {
  const token =
    "calendar" in news ? `<d:sync-token>${escapeXml(currentToken(news.calendar))}</d:sync-token>` : "";
  const content = news.isContent ? `<content-update>${token}</content-update>` : "";
  const properties = news.isProperties ? "<property-update/>" : "";
  return `${XML_HEADER}<push-message xmlns="${WEBDAV_PUSH}" xmlns:d="DAV:"><topic>${topic}</topic>${content}${properties}</push-message>`;
}

import type { App } from "../../app/app.ts";
import {
  collectionNews,
  forgetCollectionPush,
  pushTopic,
  pushTopicKey,
  toldOf,
  type CollectionNews,
  type CollectionPushMessage,
} from "../../app/push/collection-pushes.ts";
import { postPush, type PushOptions } from "../../http/web-push/post-push.ts";
import { currentToken } from "../sync-token.ts";
import { XML_HEADER } from "../xml/multistatus.ts";
import { WEBDAV_PUSH } from "../xml/names.ts";
import { escapeXml } from "../xml/write-xml.ts";

/** Tells a device that a calendar has changed, unless it has heard of it meanwhile. */
export const collectionPushSender =
  (options: PushOptions) =>
  async (app: App, payload: unknown): Promise<void> => {
    const { subscriptionId } = payload as CollectionPushMessage;
    const news = await collectionNews(app, subscriptionId);
    if (!news) return;
    const { url, keys } = news.registration;
    const topic = pushTopic(await pushTopicKey(app), news.calendar.id);
    const push = {
      url,
      keys,
      contentType: 'application/xml; charset="utf-8"',
      body: pushMessage(topic, news),
      topic,
    };
    if ((await postPush(app, push, options)) === "gone") await forgetCollectionPush(app, subscriptionId);
    else await toldOf(app, news);
  };

/** A push message (draft-bitfire-webdav-push §4.1). */
function pushMessage(topic: string, { calendar, isContent, isProperties }: CollectionNews): string {
  const token = `<d:sync-token>${escapeXml(currentToken(calendar))}</d:sync-token>`;
  const content = isContent ? `<content-update>${token}</content-update>` : "";
  const properties = isProperties ? "<property-update/>" : "";
  return `${XML_HEADER}<push-message xmlns="${WEBDAV_PUSH}" xmlns:d="DAV:"><topic>${topic}</topic>${content}${properties}</push-message>`;
}

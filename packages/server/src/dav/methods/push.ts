import { failed } from "@snart/calendar/result.ts";
import { registerCollectionPush, removeCollectionPush } from "../../app/push/collection-pushes.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { refuse, refuseWith } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import type { CalendarResource } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { readPushRegister } from "../xml/requests/push-register.ts";

/** Registers a device that is to hear of changes of a calendar (draft-bitfire-webdav-push §3.1), or renews that. */
export async function registerPush(
  { app, actor, hrefs, publicUrl, request }: Exchange,
  { grant, href }: CalendarResource,
  body: XmlElement,
): Answer {
  const wanted = readPushRegister(body);
  if (!wanted.ok) return wanted;
  const registered = await registerCollectionPush(app, actor, grant.calendar.id, wanted.value);
  if (!registered.ok)
    return failed(
      registered.problem.code === "forbidden"
        ? refuse("push-not-available", `Not possible here: ${registered.problem.right}.`)
        : refusalOf(registered.problem, { href }),
    );
  const { id, expiresAt } = registered.value;
  return emptyAnswer(204, {
    Location: new URL(hrefs.push(id), publicUrl ?? request.url).href,
    Expires: new Date(expiresAt).toUTCString(),
  });
}

/** DELETE of a registration's URL. */
export async function removePush({ app, actor }: Exchange, id: string): Answer {
  return (await removeCollectionPush(app, actor, id))
    ? emptyAnswer(204)
    : failed(refuseWith(404, "There is no such registration."));
}

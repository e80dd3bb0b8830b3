import { failed, type Result } from "@snart/calendar/result.ts";
import { registerCollectionPush } from "../../app/webdav-push/collection-pushes.ts";
import { registerHomePush } from "../../app/webdav-push/home-pushes.ts";
import { removeRegistration, type NewRegistration } from "../../app/webdav-push/registrations.ts";
import type { Problem } from "../../app/problems.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { refuse, refuseWith } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import type { ResourceOf } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { readPushRegister } from "../xml/requests/push-register.ts";

/** Registers a device that is to hear of changes of a calendar or home (draft-bitfire-webdav-push §3.1), or renews that. */
export async function registerPush(
  exchange: Exchange,
  resource: ResourceOf<"calendar" | "home">,
  body: XmlElement,
): Answer {
  const wanted = readPushRegister(body, resource.kind === "home");
  if (!wanted.ok) return wanted;
  const { hrefs, publicUrl, request } = exchange;
  const registered = await register(exchange, resource, wanted.value);
  if (!registered.ok)
    return failed(
      registered.problem.code === "forbidden"
        ? refuse("push-not-available", `Not possible here: ${registered.problem.right}.`)
        : refusalOf(registered.problem, { href: resource.href }),
    );
  const { id, expiresAt } = registered.value;
  return emptyAnswer(204, {
    Location: new URL(hrefs.push(id), publicUrl ?? request.url).href,
    Expires: new Date(expiresAt).toUTCString(),
  });
}

const register = (
  { app, actor }: Exchange,
  resource: ResourceOf<"calendar" | "home">,
  wanted: NewRegistration,
): Promise<Result<{ readonly id: string; readonly expiresAt: number }, Problem>> =>
  resource.kind === "home"
    ? registerHomePush(app, actor, resource.principal.id, wanted)
    : registerCollectionPush(app, actor, resource.grant.calendar.id, wanted);

/** DELETE of a registration's URL. */
export async function removePush({ app, actor }: Exchange, id: string): Answer {
  return (await removeRegistration(app, actor, id))
    ? emptyAnswer(204)
    : failed(refuseWith(404, "There is no such registration."));
}

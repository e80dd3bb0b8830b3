import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Language } from "@snart/locales/language.ts";
import { createCalendar } from "../../app/calendars/create-calendar.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { findPrincipal } from "../../app/accounts/find-principal.ts";
import { reply, type Reply } from "../../http/reply.ts";
import { PREFERENCE_APPLIED, emptyAnswer } from "../answers.ts";
import { readXml, type Answer, type Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { personLanguage } from "../person-language.ts";
import { refuse, refuseWith, statusOf, type Refusal } from "../preconditions.ts";
import { XML_TYPE } from "../print-refusal.ts";
import { refusalOf } from "../problem.ts";
import { absentParentStatus, calendarAt } from "../resolve.ts";
import { outcomeXml, planChanges, type PlannedChanges } from "../properties/plan-changes.ts";
import { readSharedName } from "../shared-name.ts";
import type { XmlElement } from "../xml/element.ts";
import type { ResourceKind } from "../resource.ts";
import { XML_HEADER, response, wholeMultistatus } from "../xml/multistatus.ts";
import { DECLARATIONS, dav } from "../xml/names.ts";
import { readMkcalendar, readMkcol, type NewCollection } from "../xml/requests/property-update.ts";
import { allowHeader } from "./allowed.ts";

/** What differs between the two methods that make a calendar. */
interface Making {
  readonly read: (body: XmlElement | undefined) => Result<NewCollection, Refusal>;
  /** the answer if properties are refused and nothing is made */
  readonly refused: (plan: PlannedChanges, href: string, language: Language) => Reply;
  readonly statusIfTaken: number;
}

/** MKCALENDAR (RFC 4791 §5.3.1): what exists already is a failed precondition (§5.3.1.1, §1.3). */
const MKCALENDAR: Making = { read: readMkcalendar, refused: refusedInMultistatus, statusIfTaken: 403 };
/** MKCOL works on unmapped URLs only, else 405 (RFC 4918 §9.3.1). */
const MKCOL: Making = { read: readMkcol, refused: refusedInMkcol, statusIfTaken: 405 };

/** MKCALENDAR (RFC 4791 §5.3.1). */
export const mkcalendar = (exchange: Exchange): Answer => makeCalendar(exchange, MKCALENDAR);

/** MKCOL, which makes a calendar if its body asks for one (RFC 5689); plain collections are not supported. */
export const mkcol = (exchange: Exchange): Answer => makeCalendar(exchange, MKCOL);

async function makeCalendar(exchange: Exchange, making: Making): Answer {
  const { app, actor, hrefs, path, request } = exchange;
  const body = await readXml(exchange);
  // RFC 4918 §9.3: a body of an unsupported type. Some clients call XML text/plain.
  const isOtherKind = !/xml/i.test(request.headers.get("content-type") ?? "xml");
  if (!body.ok && statusOf(body.problem) === 400 && isOtherKind)
    return failed(refuseWith(415, "What is to be made is said in XML (RFC 5689)."));
  if (!body.ok) return body;
  if (path.kind === "object") {
    const status = absentParentStatus(exchange, path.login);
    if (!(await calendarAt(exchange, path)).ok)
      return failed(refuseWith(status, "There is no such calendar."));
    return failed(refuse("calendar-collection-location-ok", "Calendars stand directly in a calendar home."));
  }
  if (path.kind === "push") return failed(refuseWith(405, "Nothing can be made here."));
  if (path.kind !== "calendar") return failed(taken(making, path.kind));
  if (readSharedName(path.uri))
    return failed(refuse("calendar-collection-location-ok", "NAME~NAME is kept for what others share."));
  const wanted = making.read(body.value);
  if (!wanted.ok) return wanted;
  if (!wanted.value.isCalendar) {
    return failed(refuse("valid-resourcetype", "A calendar home holds calendars, no plain collections."));
  }
  const plan = planChanges(
    wanted.value.properties.map((property) => ({ action: "set", property })),
    undefined,
    app.limits,
  );
  const target = hrefs.calendar(path.login, path.uri);
  if (plan.isRefused) return ok(making.refused(plan, target, await personLanguage(exchange)));
  const owner = await findPrincipal(app, actor, path.login);
  if (!owner.ok) return failed(refuseWith(404, "There is no such calendar home."));
  const { view, name, ...fields } = plan.fields;
  const created = await createCalendar(app, actor, owner.value.id, {
    ...fields,
    uri: path.uri,
    name: name || path.uri,
  });
  if (created.ok) {
    // The person's own view is set after creation; nobody else knows the calendar yet.
    if (view) await updateCalendar(app, actor, created.value.calendar.id, { view });
    return emptyAnswer(201, {
      "Cache-Control": "no-cache",
      ...(readPreferences(request).isMinimal && PREFERENCE_APPLIED),
    });
  }
  const { problem } = created;
  const home = hrefs.home(owner.value.login);
  if (problem.code === "not-found") return failed(mayNotBind(home));
  return failed(
    problem.code === "uri-taken" ? taken(making, "calendar") : refusalOf(problem, { href: target }),
  );
}

const taken = ({ statusIfTaken: status }: Making, kind: ResourceKind): Refusal => ({
  ...refuse("resource-must-be-null", "There is something here already."),
  status,
  ...(status === 405 && { headers: allowHeader(kind) }),
});

const mayNotBind = (home: string): Refusal => ({
  kind: "condition",
  condition: { name: "need-privileges", href: home, privilege: dav("bind") },
  text: "Calendars can be made in one's own home only.",
});

/** RFC 5689 §5.2: the properties one by one, with a status that says that nothing was created. */
function refusedInMkcol(plan: PlannedChanges, _href: string, language: Language): Reply {
  const body = `${XML_HEADER}<d:mkcol-response${DECLARATIONS}>${outcomeXml(plan, language)}</d:mkcol-response>`;
  return xmlReply(403, body, language);
}

/** RFC 4791 §5.3.1.1: a multistatus of the calendar, which was not created. */
function refusedInMultistatus(plan: PlannedChanges, href: string, language: Language): Reply {
  return xmlReply(207, wholeMultistatus([response(href, outcomeXml(plan, language))]), language);
}

const xmlReply = (status: number, body: string, language: Language): Reply =>
  reply(body, { status, headers: { "Content-Type": XML_TYPE, "Content-Language": language } });

// Written after what these clients are publicly known to send; nobody has run them here.
import type { ClientTrace } from "./trace.ts";
import { calendarQuery, multiget, object, propfind, syncCollection } from "./trace.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
const event = (uid: string, ...lines: readonly string[]): string =>
  object(
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    ...lines,
    "END:VEVENT",
  );

/** What DAVx5 and Tasks.org share: both are built on dav4jvm. */
const DAV4JVM_HOME = [
  "D:resourcetype",
  "D:displayname",
  "A:calendar-color",
  "C:calendar-description",
  "C:calendar-timezone",
  "C:calendar-timezone-id",
  "C:supported-calendar-component-set",
  "D:current-user-privilege-set",
  "D:owner",
  "CS:source",
  "D:sync-token",
  "CS:getctag",
];

export const davx5: ClientTrace = {
  client: "DAVx5 4",
  source: "https://github.com/bitfireAT/davx5-ose and https://github.com/bitfireAT/dav4jvm",
  headers: {
    "user-agent": "DAVx5/4.4 (dav4jvm; okhttp/4.12.0) Android/14",
    accept: "text/xml, application/xml",
    "content-type": "application/xml; charset=utf-8",
  },
  steps: [
    {
      does: "finds itself, its home, the groups that it belongs to and the proxies that it acts for",
      method: "PROPFIND",
      path: "/dav/principals/elin/",
      headers: { depth: "0" },
      body: propfind(
        "D:displayname",
        "D:resourcetype",
        "C:calendar-home-set",
        "CS:calendar-proxy-read-for",
        "CS:calendar-proxy-write-for",
        "D:group-membership",
        "C:calendar-user-address-set",
      ),
      status: 207,
      needs: [/calendar-home-set>\s*<\w+:href>\/dav\/calendars\/elin\/</, /<\w+:principal\/>/],
    },
    {
      does: "lists calendars with what they hold and whether they may be written to",
      method: "PROPFIND",
      path: "/dav/calendars/elin/",
      headers: { depth: "1" },
      body: propfind(...DAV4JVM_HOME),
      status: 207,
      needs: [/<\w+:calendar\/>/, /comp name="VEVENT"/, /<\w+:write-content\/>|<\w+:write\/>/],
    },
    {
      does: "reads what a calendar can do",
      method: "PROPFIND",
      path: CALENDAR,
      headers: { depth: "0" },
      body: propfind("C:max-resource-size", "D:supported-report-set", "CS:getctag", "D:sync-token"),
      status: 207,
      needs: [/max-resource-size>\d+</, /<\w+:sync-collection\/>/, /sync-token>[^<]+</],
    },
    {
      does: "synchronises with Depth 0, as RFC 6578 has it",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "0" },
      body: syncCollection("", "D:getetag"),
      status: 207,
      needs: [/fika\.ics</],
      keeps: { token: /sync-token>([^<]+)</ },
    },
    {
      does: "lists the events from a day on, without an end",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery("VEVENT", '<C:time-range start="20260820T000000Z"/>', "D:getetag"),
      status: 207,
      needs: [/fika\.ics</, /series\.ics</],
    },
    {
      does: "reads ten at a time with content type, tag and schedule tag",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "0" },
      body: multiget(`${CALENDAR}fika.ics`, `${CALENDAR}series.ics`),
      status: 207,
      needs: [/SUMMARY:Fika/, /RRULE:FREQ=WEEKLY/, /getetag>[^<]+</],
    },
    {
      does: "uploads an event, and reads its tag from the answer",
      method: "PUT",
      path: `${CALENDAR}d6a4.ics`,
      headers: { "content-type": "text/calendar; charset=utf-8", "if-none-match": "*" },
      body: event("d6a4", "DTSTART;VALUE=DATE:20261124", "SUMMARY:Heldag"),
      status: 201,
      needsHeaders: { etag: /^"[^"]+"$/ },
      keeps: { etag: /etag: (.*)/ },
    },
    {
      does: "deletes it by that tag",
      method: "DELETE",
      path: `${CALENDAR}d6a4.ics`,
      headers: { "if-match": "{etag}" },
      status: 204,
    },
    {
      does: "is told that what it made after its token is gone again",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "0" },
      body: syncCollection("{token}", "D:getetag"),
      status: 207,
      needs: [/d6a4\.ics<\/\w+:href>\s*<\w+:status>HTTP\/1\.1 404/],
      lacks: [/fika\.ics/],
    },
    {
      does: "starts afresh when it is told that a token is not valid",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "0" },
      body: syncCollection("https://elsewhere.example/token/1", "D:getetag"),
      status: 403,
      needs: [/valid-sync-token/],
    },
  ],
};

export const tasksOrg: ClientTrace = {
  client: "Tasks.org 14",
  source: "https://github.com/tasks/tasks",
  headers: {
    "user-agent": "org.tasks/14 (okhttp3) Android/14",
    "content-type": "application/xml; charset=utf-8",
  },
  steps: [
    {
      does: "lists calendars that hold tasks, and who shares them",
      method: "PROPFIND",
      path: "/dav/calendars/elin/",
      headers: { depth: "1" },
      body: propfind(...DAV4JVM_HOME, "D:share-access", "D:invite", "CS:invite"),
      status: 207,
      needs: [/comp name="VTODO"/],
    },
    {
      does: "uploads a task with an order and an alarm of its own",
      method: "PUT",
      path: `${CALENDAR}t1.ics`,
      headers: { "content-type": "text/calendar; charset=utf-8" },
      body: object(
        "PRODID:+//IDN tasks.org//android-140000//EN",
        "BEGIN:VTODO",
        "DTSTAMP:20261120T100000Z",
        "UID:t1",
        "CREATED:20261120T100000Z",
        "SUMMARY:Vattna",
        "PRIORITY:9",
        "DUE;TZID=Europe/Stockholm:20261124T180000",
        "X-APPLE-SORT-ORDER:12",
        "CATEGORIES:Hem",
        "BEGIN:VALARM",
        "TRIGGER;RELATED=END:PT0S",
        "ACTION:DISPLAY",
        "DESCRIPTION:Default Tasks.org description",
        "END:VALARM",
        "END:VTODO",
      ),
      status: 201,
    },
    {
      does: "lists tasks, not events",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery("VTODO", "", "D:getetag"),
      status: 207,
      needs: [/t1\.ics/],
      lacks: [/fika\.ics/],
    },
  ],
};

export const korganizer: ClientTrace = {
  client: "KOrganizer (KDAV)",
  source: "https://github.com/KDE/kdav",
  headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) KIO/5.115", "content-type": "text/xml" },
  steps: [
    {
      does: "finds its home from its principal",
      method: "PROPFIND",
      path: "/dav/",
      headers: { depth: "0" },
      body: propfind("D:current-user-principal"),
      status: 207,
      needs: [/\/dav\/principals\/elin\//],
    },
    {
      does: "lists calendars with colour, rights and what they hold",
      method: "PROPFIND",
      path: "/dav/calendars/elin/",
      headers: { depth: "1" },
      body: propfind(
        "D:displayname",
        "D:resourcetype",
        "A:calendar-color",
        "CS:getctag",
        "C:supported-calendar-component-set",
        "D:current-user-privilege-set",
      ),
      status: 207,
      needs: [/<\w+:calendar\/>/, /comp name="VTODO"/],
    },
    ...["VEVENT", "VTODO"].map((component) => ({
      does: `lists every ${component} by a query of its own`,
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery(component, "", "D:getetag", "D:resourcetype"),
      status: 207,
      needs: component === "VEVENT" ? [/fika\.ics/] : [],
      lacks: component === "VEVENT" ? [] : [/fika\.ics/],
    })),
    {
      // A calendar without journals finds none; refusing the question would end the whole synchronisation.
      does: "asks for journals where there are none",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery("VJOURNAL", "", "D:getetag", "D:resourcetype"),
      status: 207,
      lacks: [/\.ics/],
    },
  ],
};

export const outlook: ClientTrace = {
  client: "Outlook CalDAV Synchronizer 4.4",
  source: "https://github.com/aluxnimm/outlookcaldavsynchronizer/issues/409",
  headers: { "user-agent": "CalDavSynchronizer/4.4", "content-type": "application/xml; charset=utf-8" },
  steps: [
    {
      does: "reads what the calendar can do and whether it may write",
      method: "PROPFIND",
      path: CALENDAR,
      headers: { depth: "0" },
      body: propfind(
        "D:resourcetype",
        "D:current-user-privilege-set",
        "D:supported-report-set",
        "D:displayname",
      ),
      status: 207,
      needs: [/<\w+:calendar\/>/, /<\w+:calendar-query\/>/, /<\w+:write\/>|<\w+:write-content\/>/],
    },
    {
      does: "lists a year by a query whose prefixes are declared where they are used",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: `<?xml version="1.0"?>
                    <C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav">
                        <D:prop xmlns:D="DAV:">
                            <D:getetag/>
                        </D:prop>
                        <C:filter>
                            <C:comp-filter name="VCALENDAR">
                                <C:comp-filter name="VEVENT">
                                  <C:time-range start="20261103T000000Z" end="20280102T000000Z"/>
                                </C:comp-filter>
                            </C:comp-filter>
                        </C:filter>
                    </C:calendar-query>
                    `,
      status: 207,
      needs: [/fika\.ics/, /series\.ics/],
    },
    {
      does: "uploads with Outlook's own properties and a Windows name of the time zone",
      method: "PUT",
      path: `${CALENDAR}outlook.ics`,
      headers: { "content-type": "text/calendar", "if-none-match": "*" },
      body: object(
        "PRODID:-//ddaysoftware.com//NONSGML DDay.iCal 1.0//EN",
        "BEGIN:VTIMEZONE",
        "TZID:W. Europe Standard Time",
        "BEGIN:STANDARD",
        "DTSTART:16010101T030000",

        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
        "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100",
        "END:STANDARD",
        "BEGIN:DAYLIGHT",
        "DTSTART:16010101T020000",
        "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "END:DAYLIGHT",
        "END:VTIMEZONE",
        "BEGIN:VEVENT",
        "DTSTAMP:20261120T100000Z",
        'DTSTART;TZID="W. Europe Standard Time":20261125T090000',
        'DTEND;TZID="W. Europe Standard Time":20261125T100000',
        "SUMMARY:Från Outlook",
        "UID:outlook",
        "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",
        "END:VEVENT",
      ),
      status: 201,
      needsHeaders: { etag: /^"/ },
    },
    {
      does: "finds it at nine in Western Europe",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery(
        "VEVENT",
        '<C:time-range start="20261125T080000Z" end="20261125T080001Z"/>',
        "C:calendar-data",
      ),
      status: 207,
      needs: [/X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE/],
    },
  ],
};

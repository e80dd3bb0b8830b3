// KOrganizer and Outlook CalDav Synchronizer. Written from these clients' sources, file by file as named; they have
// not been run here.
import { PUSH, calendarQuery, event, object, ownPropfind, propfind, type ClientTrace } from "./trace.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";

export const korganizer: ClientTrace = {
  client: "KOrganizer (KDAV)",
  source: "https://github.com/KDE/kdav",
  // src/common/davmanager.cpp
  headers: { "user-agent": "KDAV/1.0", "content-type": "text/xml; charset=utf-8" },
  steps: [
    {
      // src/common/davprincipalhomesetsfetchjob.cpp
      does: "finds its home from its principal, or whatever leads there",
      method: "PROPFIND",
      path: "/dav/",
      headers: { depth: "0" },
      body: propfind("C:calendar-home-set", "D:current-user-principal", "D:principal-URL"),
      status: 207,
      needs: [/\/dav\/principals\/elin\//],
    },
    {
      // src/protocols/caldavprotocol.cpp
      does: "lists calendars with colour, rights, what they hold and how they are pushed",
      method: "PROPFIND",
      path: "/dav/calendars/elin/",
      headers: { depth: "1" },
      body: ownPropfind(
        PUSH,
        "D:displayname",
        "D:resourcetype",
        "A:calendar-color",
        "C:supported-calendar-component-set",
        "D:current-user-privilege-set",
        "CS:getctag",
        "P:transports",
        "P:topic",
        "P:supported-triggers",
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
      // A calendar without journals finds none; refusing the request would end the whole synchronisation.
      does: "asks for journals where there are none",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: calendarQuery("VJOURNAL", "", "D:getetag", "D:resourcetype"),
      status: 207,
      lacks: [/\.ics/],
    },
    {
      // src/common/davitemsfetchjob.cpp
      does: "reads what has changed, at Depth 1",
      method: "REPORT",
      path: CALENDAR,
      headers: { depth: "1" },
      body: `<?xml version="1.0" encoding="utf-8"?><calendar-multiget xmlns="urn:ietf:params:xml:ns:caldav"><prop xmlns="DAV:"><getetag xmlns="DAV:"/><calendar-data xmlns="urn:ietf:params:xml:ns:caldav"/></prop><href xmlns="DAV:">${CALENDAR}fika.ics</href></calendar-multiget>`,
      status: 207,
      needs: [/SUMMARY:Fika/],
      keeps: { etag: /getetag>([^<]+)</ },
    },
    {
      // src/common/davitemcreatejob.cpp
      does: "makes an event with its own type of content",
      method: "PUT",
      path: `${CALENDAR}k1.ics`,
      headers: { "content-type": "text/calendar; charset=utf-8", "if-none-match": "*" },
      body: event("k1", "DTSTART:20261126T090000Z", "DTEND:20261126T100000Z", "SUMMARY:Från KDE"),
      status: 201,
      needsHeaders: { etag: /^"/ },
      keeps: { made: /etag: (.*)/ },
    },
    {
      does: "removes it by its tag",
      method: "DELETE",
      path: `${CALENDAR}k1.ics`,
      headers: { "if-match": "{made}" },
      status: 204,
    },
  ],
};

export const outlook: ClientTrace = {
  client: "Outlook CalDAV Synchronizer 4.4",
  source:
    "https://github.com/aluxnimm/outlookcaldavsynchronizer, CalDavSynchronizer/DataAccess/CalDavDataAccess.cs and issue 409",
  headers: { "user-agent": "CalDavSynchronizer/4.4", "content-type": "application/xml" },
  steps: [
    {
      does: "asks whom it acts for, as it lists their homes besides its own",
      method: "PROPFIND",
      path: "/dav/principals/elin/",
      headers: { depth: "0" },
      body: propfind("CS:calendar-proxy-read-for", "CS:calendar-proxy-write-for"),
      status: 207,
      needs: [/calendar-proxy-write-for/],
      lacks: [/proxy-\w+-for>\s*<\w+:href>/],
    },
    {
      does: "lists calendars with name, colour and what they hold",
      method: "PROPFIND",
      path: "/dav/calendars/elin/",
      headers: { depth: "1" },
      body: propfind(
        "D:resourcetype",
        "D:displayname",
        "A:calendar-color",
        "C:supported-calendar-component-set",
      ),
      status: 207,
      needs: [/<\w+:calendar\/>/, /comp name="VEVENT"/],
    },
    {
      does: "makes a calendar that it names afterwards",
      method: "MKCOL",
      path: "/dav/calendars/elin/5f0c/",
      body: `<?xml version='1.0'?>
                    <D:mkcol xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
                      <D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype></D:prop></D:set>
                    </D:mkcol>`,
      status: 201,
    },
    {
      does: "names it",
      method: "PROPPATCH",
      path: "/dav/calendars/elin/5f0c/",
      headers: { depth: "0" },
      body: "<?xml version='1.0'?><D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><D:displayname>Arbete</D:displayname></D:prop></D:set></D:propertyupdate>",
      status: 207,
      needs: [/HTTP\/1\.1 200/],
    },
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

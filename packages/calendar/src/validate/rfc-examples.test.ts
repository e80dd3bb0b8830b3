import { expect, test } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import { validateICalendar } from "./validate-icalendar.ts";

// The example objects of the RFCs, by section, with the rules that they break themselves: known errata, or
// placeholder names. Where an example is a single component, it is put into a VCALENDAR here.

const HEAD = "VERSION:2.0\nPRODID:-//ABC Corporation//NONSGML My Product//EN";
const NEW_YORK = `BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:STANDARD
DTSTART:19981025T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19990404T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
END:DAYLIGHT
END:VTIMEZONE`;

const examples: readonly (readonly [section: string, text: string, broken: readonly string[]])[] = [
  [
    "RFC 5545 §3.6.1, a meeting",
    `BEGIN:VEVENT
UID:19970901T130000Z-123401@example.com
DTSTAMP:19970901T130000Z
DTSTART:19970903T163000Z
DTEND:19970903T190000Z
SUMMARY:Annual Employee Review
CLASS:PRIVATE
CATEGORIES:BUSINESS,HUMAN RESOURCES
END:VEVENT`,
    [],
  ],
  [
    "RFC 5545 §3.6.1, an anniversary",
    `BEGIN:VEVENT
UID:19970901T130000Z-123403@example.com
DTSTAMP:19970901T130000Z
DTSTART;VALUE=DATE:19971102
SUMMARY:Our Blissful Anniversary
TRANSP:TRANSPARENT
CLASS:CONFIDENTIAL
CATEGORIES:ANNIVERSARY,PERSONAL,SPECIAL OCCASION
RRULE:FREQ=YEARLY
END:VEVENT`,
    [],
  ],
  [
    "RFC 5545 §3.6.1, over several days",
    `BEGIN:VEVENT
UID:20070423T123432Z-541111@example.com
DTSTAMP:20070423T123432Z
DTSTART;VALUE=DATE:20070628
DTEND;VALUE=DATE:20070709
SUMMARY:Festival International de Jazz de Montreal
TRANSP:TRANSPARENT
END:VEVENT`,
    [],
  ],
  [
    "RFC 5545 §3.6.2",
    `BEGIN:VTODO
UID:20070514T103211Z-123404@example.com
DTSTAMP:20070514T103211Z
DTSTART:20070514T110000Z
DUE:20070709T130000Z
COMPLETED:20070707T100000Z
SUMMARY:Submit Revised Internet-Draft
PRIORITY:1
STATUS:NEEDS-ACTION
END:VTODO`,
    [],
  ],
  [
    "RFC 5545 §3.6.3",
    `BEGIN:VJOURNAL
UID:19970901T130000Z-123405@example.com
DTSTAMP:19970901T130000Z
DTSTART;VALUE=DATE:19970317
SUMMARY:Staff meeting minutes
DESCRIPTION:1. Staff meeting: Participants include Joe\\, Lisa\\, and Bob.
END:VJOURNAL`,
    [],
  ],
  [
    "RFC 5545 §3.6.4, a request",
    `BEGIN:VFREEBUSY
UID:19970901T082949Z-FA43EF@example.com
ORGANIZER:mailto:jane_doe@example.com
ATTENDEE:mailto:john_public@example.com
DTSTART:19971015T050000Z
DTEND:19971016T050000Z
DTSTAMP:19970901T083000Z
END:VFREEBUSY`,
    [],
  ],
  [
    "RFC 5545 §3.6.4, a reply",
    `BEGIN:VFREEBUSY
UID:19970901T095957Z-76A912@example.com
ORGANIZER:mailto:jane_doe@example.com
ATTENDEE:mailto:john_public@example.com
DTSTAMP:19970901T100000Z
FREEBUSY:19971015T050000Z/PT8H30M,19971015T160000Z/PT5H30M,19971015T223000Z/PT6H30M
URL:http://example.com/pub/busy/jpublic-01.ifb
COMMENT:This iCalendar file contains busy time information for the next three months.
END:VFREEBUSY`,
    [],
  ],
  [
    "RFC 5545 §3.6.5, with rules",
    `BEGIN:VTIMEZONE
TZID:America/New_York
LAST-MODIFIED:20050809T050000Z
TZURL:http://zones.example.com/tz/America-New_York.ics
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19870405T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
END:DAYLIGHT
END:VTIMEZONE`,
    [],
  ],
  [
    "RFC 5545 §3.6.6, alarms of each kind",
    `BEGIN:VTODO
UID:1
DTSTAMP:19970317T000000Z
DUE:19970318T000000Z
BEGIN:VALARM
TRIGGER;VALUE=DATE-TIME:19970317T133000Z
REPEAT:4
DURATION:PT15M
ACTION:AUDIO
ATTACH;FMTTYPE=audio/basic:ftp://example.com/pub/sounds/bell-01.aud
END:VALARM
BEGIN:VALARM
TRIGGER:-PT30M
REPEAT:2
DURATION:PT15M
ACTION:DISPLAY
DESCRIPTION:Breakfast meeting with executive\\nteam at 8:30 AM EST.
END:VALARM
BEGIN:VALARM
TRIGGER;RELATED=END:-P2D
ACTION:EMAIL
ATTENDEE:mailto:john_doe@example.com
SUMMARY:*** REMINDER: SEND AGENDA FOR WEEKLY STAFF MEETING ***
DESCRIPTION:A draft agenda needs to be sent out to the attendees to the weekly managers meeting (MGR-LIST).
ATTACH;FMTTYPE=application/msword:http://example.com/templates/agenda.doc
END:VALARM
END:VTODO`,
    [],
  ],
  [
    "RFC 5545 §4, a conference",
    `BEGIN:VEVENT
DTSTAMP:19960704T120000Z
UID:uid1@example.com
ORGANIZER:mailto:jsmith@example.com
DTSTART:19960918T143000Z
DTEND:19960920T220000Z
STATUS:CONFIRMED
CATEGORIES:CONFERENCE
SUMMARY:Networld+Interop Conference
DESCRIPTION:Networld+Interop Conference and Exhibit\\nAtlanta World Congress Center\\nAtlanta\\, Georgia
END:VEVENT`,
    [],
  ],
  [
    "RFC 5545 §4, a group meeting",
    `${NEW_YORK}
BEGIN:VEVENT
DTSTAMP:19980309T231000Z
UID:guid-1.example.com
ORGANIZER:mailto:mrbig@example.com
ATTENDEE;RSVP=TRUE;ROLE=REQ-PARTICIPANT;CUTYPE=GROUP:mailto:employee-A@example.com
DESCRIPTION:Project XYZ Review Meeting
CATEGORIES:MEETING
CLASS:PUBLIC
CREATED:19980309T130000Z
SUMMARY:XYZ Project Review
DTSTART;TZID=America/New_York:19980312T083000
DTEND;TZID=America/New_York:19980312T093000
LOCATION:1CP Conference Room 4350
END:VEVENT`,
    [],
  ],
  [
    "RFC 5545 §4, a message; “xyz” stands for a method",
    `METHOD:xyz
BEGIN:VEVENT
DTSTAMP:19970324T120000Z
SEQUENCE:0
UID:uid3@example.com
ORGANIZER:mailto:jdoe@example.com
ATTENDEE;RSVP=TRUE:mailto:jsmith@example.com
DTSTART:19970324T123000Z
DTEND:19970324T210000Z
CATEGORIES:MEETING,PROJECT
CLASS:PUBLIC
SUMMARY:Calendaring Interoperability Planning Meeting
DESCRIPTION:Discuss how we can test c&s interoperability\\nusing iCalendar and other IETF standards.
LOCATION:LDB Lobby
ATTACH;FMTTYPE=application/postscript:ftp://example.com/pub/conf/bkgrnd.ps
END:VEVENT`,
    ["unregistered-value METHOD", "method -"],
  ],
  [
    "RFC 5545 §4, a task; its trigger at a time lacks VALUE=DATE-TIME (an erratum)",
    `BEGIN:VTODO
DTSTAMP:19980130T134500Z
SEQUENCE:2
UID:uid4@example.com
ORGANIZER:mailto:unclesam@example.com
ATTENDEE;PARTSTAT=ACCEPTED:mailto:jqpublic@example.com
DUE:19980415T000000
STATUS:NEEDS-ACTION
SUMMARY:Submit Income Taxes
BEGIN:VALARM
ACTION:AUDIO
TRIGGER:19980403T120000Z
ATTACH;FMTTYPE=audio/basic:http://example.com/pub/audio-files/ssbanner.aud
REPEAT:4
DURATION:PT1H
END:VALARM
END:VTODO`,
    ["value-syntax TRIGGER"],
  ],
  [
    "RFC 5545 §4, busy times; UID and DTSTAMP are not there (an erratum)",
    `BEGIN:VFREEBUSY
ORGANIZER:mailto:jsmith@example.com
DTSTART:19980313T141711Z
DTEND:19980410T141711Z
FREEBUSY:19980314T233000Z/19980315T003000Z
FREEBUSY:19980316T153000Z/19980316T163000Z
FREEBUSY:19980318T030000Z/19980318T040000Z
URL:http://www.example.com/calendar/busytime/jsmith.ifb
END:VFREEBUSY`,
    ["missing-property DTSTAMP", "missing-property UID"],
  ],
  [
    "RFC 7953 §3.1, office hours; AVAILABLE has no DTSTAMP, which the grammar beside it requires",
    `BEGIN:VTIMEZONE
TZID:America/Montreal
BEGIN:STANDARD
DTSTART:20071104T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
END:VTIMEZONE
BEGIN:VAVAILABILITY
ORGANIZER:mailto:bernard@example.com
UID:0428C7D2-688E-4D2E-AC52-CD112E2469DF
DTSTAMP:20111005T133225Z
BEGIN:AVAILABLE
UID:34EDA59B-6BB1-4E94-A66C-64999089C0AF
SUMMARY:Monday to Friday from 9:00 to 17:00
DTSTART;TZID=America/Montreal:20111002T090000
DTEND;TZID=America/Montreal:20111002T170000
RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
END:AVAILABLE
END:VAVAILABILITY`,
    ["missing-property DTSTAMP"],
  ],
  [
    "RFC 7986 §5, properties of a calendar and of an event",
    `NAME:Company Vacation Days
REFRESH-INTERVAL;VALUE=DURATION:P1W
SOURCE;VALUE=URI:https://example.com/holidays.ics
COLOR:turquoise
IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:h
 ttp://example.com/images/party.png
BEGIN:VEVENT
UID:1
DTSTAMP:20160101T000000Z
DTSTART:20160101T100000Z
CONFERENCE;VALUE=URI;FEATURE=PHONE,MODERATOR;LABEL=Moderator dial-in:tel:+1-412-555-0123,,,654321
CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Attendee dial-in:https://chat.example.com/audio?id=123456
END:VEVENT`,
    [],
  ],
  [
    "RFC 9074 §7, a snoozed alarm",
    `BEGIN:VEVENT
UID:1
DTSTAMP:20210302T151004Z
DTSTART;VALUE=DATE:20210303
BEGIN:VALARM
UID:8297C37D-BA2D-4476-91AE-C1EAA364F8E1
TRIGGER:-PT15M
ACKNOWLEDGED:20210302T151514Z
DESCRIPTION:Time for the meeting
ACTION:DISPLAY
END:VALARM
BEGIN:VALARM
UID:DE7B5C34-83FF-47FE-BE9E-FF41AE6DD097
TRIGGER;VALUE=DATE-TIME:20210302T152000Z
RELATED-TO;RELTYPE=SNOOZE:8297C37D-BA2D-4476-91AE-C1EAA364F8E1
DESCRIPTION:Time for the meeting
ACTION:DISPLAY
END:VALARM
END:VEVENT`,
    [],
  ],
  [
    "RFC 9073 §7.1, a sponsor with a place and a thing of theirs",
    `BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART:20260101T000000Z
STYLED-DESCRIPTION;VALUE=URI:http://example.org/desc001.html
STRUCTURED-DATA;FMTTYPE=application/ld+json;SCHEMA="https://schema.org/SportsEvent";VALUE=TEXT:{\\n  "@type": "SportsEvent"\\n}\\n
BEGIN:PARTICIPANT
UID:em9lQGZvb2GFtcGxlLmNvbQ
PARTICIPANT-TYPE:SPONSOR
STRUCTURED-DATA;VALUE=URI:http://example.com/sponsor.vcf
BEGIN:VLOCATION
UID:123456-abcdef-98765432
NAME:The venue
STRUCTURED-DATA;VALUE=URI:http://dir.example.com/venues/big-hall.vcf
END:VLOCATION
BEGIN:VRESOURCE
UID:456789-abcdef-98765432
RESOURCE-TYPE:projector
END:VRESOURCE
END:PARTICIPANT
END:VEVENT`,
    [],
  ],
  [
    "RFC 9074 §8, an alarm at a place",
    `BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART:20260101T000000Z
BEGIN:VALARM
UID:77D80D14-906B-4257-963F-85B1E734DBB6
ACTION:DISPLAY
TRIGGER;VALUE=DATE-TIME:19760401T005545Z
DESCRIPTION:Remember to buy milk
PROXIMITY:DEPART
BEGIN:VLOCATION
UID:123456-abcdef-98765432
NAME:Office
URL:geo:40.443,-79.945;u=10
END:VLOCATION
END:VALARM
END:VEVENT`,
    [],
  ],
  [
    "RFC 9253 §8 and §9.1, links, concepts and relations",
    `BEGIN:VEVENT
UID:1
DTSTAMP:20260101T000000Z
DTSTART:20260101T000000Z
CONCEPT:https://example.com/event-types/arts/music
REFID:itinerary-2014-11-17
LINK;LINKREL=SOURCE;LABEL=Venue;VALUE=URI:https://example.com/events
LINK;LINKREL="https://example.com/linkrel/costStructure";VALUE=XML-REFERENCE:https://example.com/xmlDocs/bidFramework.xml#xpointer(descendant::CostStruc/range-to(following::CostStrucEND[1]))
RELATED-TO:jsmith.part7.19960817T083000.xyzMail@example.com
RELATED-TO;VALUE=URI;RELTYPE=STARTTOFINISH:https://example.com/caldav/user/jb/cal/19960401-080045-4000F192713.ics
RELATED-TO;RELTYPE=FINISHTOSTART;GAP=P1D:19960401-080045-4000F192713-0052@example.com
END:VEVENT`,
    [],
  ],
];

test.each(examples)("%s", (_, body, broken) => {
  const text = `BEGIN:VCALENDAR\n${HEAD}\n${body}\nEND:VCALENDAR\n`.replaceAll("\n", "\r\n");
  const parsed = parseICalendar(text);
  if (!parsed.ok) return expect.fail(JSON.stringify(parsed.problem));
  const found = validateICalendar(parsed.value.calendar);
  expect(found.map(({ rule, property = "-" }) => `${rule} ${property}`)).toEqual(broken);
});

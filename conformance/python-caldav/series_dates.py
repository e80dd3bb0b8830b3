"""Prints when the events of one calendar take place, as python-caldav expands them: on the server and by itself.

Arguments: address, user name, password, name of the calendar, first and last day (ISO), zone to tell the times in.
Prints one JSON object {"server": [...], "client": [...]} of sorted "title | from | to"; whole days end with their last day.
"""

import json
import sys
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import caldav
import recurring_ical_events

URL, USER, PASSWORD, NAME, FIRST, LAST, ZONE = sys.argv[1:]
zone = ZoneInfo(ZONE)
start = datetime.combine(date.fromisoformat(FIRST), time(), zone)
end = datetime.combine(date.fromisoformat(LAST) + timedelta(days=1), time(), zone)


def said(value):
    if not isinstance(value, datetime):
        return value.isoformat()
    local = value if value.tzinfo is None else value.astimezone(zone)
    return local.strftime("%Y-%m-%d %H:%M")


def line(event):
    first = event["DTSTART"].dt
    if "DTEND" in event:
        last = event["DTEND"].dt
    elif "DURATION" in event:
        # Hours are counted on the stopwatch, whatever the clocks do meanwhile.
        length = event["DURATION"].dt
        last = first + length if not isinstance(first, datetime) else first.astimezone(timezone.utc) + length
    else:
        last = first if isinstance(first, datetime) else first + timedelta(days=1)
    if not isinstance(first, datetime):
        # A day without an end lasts that day (RFC 5545 §3.6.1); the library that expands writes its start as its end.
        last = max(first, last - timedelta(days=1))
    return f"{event['SUMMARY']} | {said(first)} | {said(last)}"


def events(objects):
    return [part for each in objects for part in each.icalendar_instance.walk("VEVENT")]


calendar = next(
    c for c in caldav.DAVClient(url=URL, username=USER, password=PASSWORD).principal().calendars() if c.name == NAME
)
on_server = calendar.date_search(start, end, expand=True)
assert not any("RRULE" in event for event in events(on_server)), "the server left a rule in what it expanded"
by_itself = [
    event
    for each in calendar.events()
    for event in recurring_ical_events.of(each.icalendar_instance).between(start, end)
]
print(json.dumps({"server": sorted(map(line, events(on_server))), "client": sorted(map(line, by_itself))}))

"""Reads the calendars typed in as JSON by python3-icalendar: for each, the texts of its events, in order, by name."""

import json
import sys

from icalendar import Calendar

NAMES = ("SUMMARY", "DESCRIPTION", "LOCATION", "UID")

for text in json.load(sys.stdin):
    calendar = Calendar.from_ical(text)
    events = [event for event in calendar.subcomponents if event.name == "VEVENT"]
    print(
        json.dumps(
            {
                "texts": [[str(event.get(name, "")) for name in NAMES] for event in events],
                "names": [sorted(event.keys()) for event in events],
            }
        )
    )

"""Expands the rules typed in as JSON by python3-dateutil and libical: one line of JSON for each, in the same order."""

import json
import signal
import sys
from datetime import datetime

import gi

gi.require_version("ICalGLib", "3.0")
from dateutil.rrule import rrulestr  # noqa: E402
from gi.repository import ICalGLib  # noqa: E402

SIZE = 20
LAST_YEAR = 2150
PATIENCE_SECONDS = 0.25


class GaveUp(Exception):
    pass


def give_up(_signal, _frame):
    raise GaveUp


signal.signal(signal.SIGALRM, give_up)


def by_dateutil(rule, start):
    found = []
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_SECONDS)
    try:
        for time in rrulestr(rule, dtstart=datetime.strptime(start, "%Y%m%dT%H%M%S")):
            if time.year >= LAST_YEAR or len(found) == SIZE:
                break
            found.append(time.strftime("%Y%m%dT%H%M%S"))
    except GaveUp:
        return None
    except (ValueError, IndexError) as error:
        return ["refused: " + str(error)]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return found


def by_libical(rule, start):
    recurrence = ICalGLib.Recurrence.new_from_string(rule)
    try:
        iterator = ICalGLib.RecurIterator.new(recurrence, ICalGLib.Time.new_from_string(start))
    except TypeError:
        return ["refused"]
    found = []
    while len(found) < SIZE:
        time = iterator.next()
        if time is None or time.is_null_time() or time.get_year() >= LAST_YEAR:
            break
        found.append(time.as_ical_string())
    return found


for case in json.load(sys.stdin):
    answer = {"dateutil": by_dateutil(case["rule"], case["start"])}
    answer["libical"] = by_libical(case["rule"], case["start"]) if case["libical"] else None
    print(json.dumps(answer), flush=True)

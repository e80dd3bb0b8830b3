"""Checks of a CalDAV server with python-caldav. Prints one line of JSON for each; the server's address is the argument."""

import json
import sys
import time
import traceback
from datetime import date, datetime, timedelta, timezone

import caldav
from caldav.lib.error import NotFoundError

URL = sys.argv[1]
CHECKS = []


def check(function):
    CHECKS.append((function.__doc__, function))
    return function


def client(login="user20"):
    return caldav.DAVClient(url=URL + "/", username=login, password=login)


def event(uid, summary="Lunch", lines=("DTSTART:20261123T110000Z", "DTEND:20261123T120000Z")):
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Conformance//EN", "BEGIN:VEVENT", f"UID:{uid}",
            "DTSTAMP:20261120T100000Z", *lines, f"SUMMARY:{summary}", "END:VEVENT", "END:VCALENDAR", ""]
    return "\r\n".join(rows)


WEEKLY = ("DTSTART;TZID=Europe/Stockholm:20061124T090000", "DTEND;TZID=Europe/Stockholm:20061124T100000", "RRULE:FREQ=WEEKLY")


def calendar(name="calendar", login="user20"):
    return next(c for c in client(login).principal().calendars() if c.url.path.rstrip("/").endswith("/" + name))


def equal(found, expected, what):
    assert found == expected, f"{what}: expected {expected!r}, found {found!r}"


@check
def finds_principal_and_calendars():
    """finds the principal and its calendars from the server's address alone"""
    principal = client().principal()
    equal(principal.url.path, "/dav/principals/user20/", "principal")
    equal(sorted(c.url.path.split("/")[-2] for c in principal.calendars()), ["calendar", "tasks"], "calendars")
    equal(principal.calendar_user_address_set()[0], "mailto:user20@example.com", "address")


@check
def knows_support():
    """finds that the server speaks CalDAV, WebDAV and scheduling"""
    equal(bool(client().check_dav_support()), True, "DAV")
    equal(bool(client().check_cdav_support()), True, "CalDAV")
    equal(bool(client().check_scheduling_support()), True, "scheduling")


@check
def makes_calendar():
    """makes, renames and deletes a calendar"""
    principal = client().principal()
    made = principal.make_calendar(name="Föreningen", cal_id="forening")
    made.set_properties([caldav.elements.dav.DisplayName("Styrelsen & vi")])
    equal(str(made.get_properties([caldav.elements.dav.DisplayName()])["{DAV:}displayname"]), "Styrelsen & vi", "name")
    made.delete()
    equal(len(client().principal().calendars()), 2, "calendars after deleting")


@check
def saves_and_reads():
    """saves an event and reads it back whole"""
    text = event("save", "Fika på Söder 🎂")
    saved = calendar().save_event(text)
    read = calendar().event_by_url(saved.url)
    # The library sorts the lines of what it sends.
    equal(sorted(read.data.split()), sorted(text.split()), "text")


@check
def finds_by_uid():
    """finds an event by its UID"""
    equal("UID:save" in calendar().event_by_uid("save").data, True, "the event")
    try:
        calendar().event_by_uid("nothing")
    except NotFoundError:
        return
    raise AssertionError("found an event that is not there")


@check
def edits():
    """edits an event"""
    found = calendar().event_by_uid("save")
    found.vobject_instance.vevent.summary.value = "Fika, inställd"
    found.save()
    equal("SUMMARY:Fika\\, inställd" in calendar().event_by_uid("save").data, True, "the edit")


@check
def refuses_overwrite():
    """may not make an event that is there already, nor overwrite one that is not"""
    for keyword, uid in (("no_overwrite", "save"), ("no_create", "nothing")):
        try:
            calendar().save_event(event(uid), **{keyword: True})
        except caldav.lib.error.ConsistencyError:
            continue
        raise AssertionError(f"{keyword} was not honoured")


@check
def searches_by_date():
    """finds what takes place in a time, series of twenty years included, and nothing else"""
    calendar().save_event(event("series", "Möte", WEEKLY))
    calendar().save_event(event("day", "Heldag", ("DTSTART;VALUE=DATE:20261126",)))
    found = calendar().date_search(start=datetime(2026, 11, 26, tzinfo=timezone.utc), end=datetime(2026, 11, 28, tzinfo=timezone.utc))
    equal(sorted(e.vobject_instance.vevent.uid.value for e in found), ["day", "series"], "events")


@check
def expands():
    """gets a series as its instances"""
    found = calendar().date_search(start=datetime(2026, 11, 1, tzinfo=timezone.utc), end=datetime(2026, 12, 1, tzinfo=timezone.utc), expand=True)
    starts = sorted(str(e.vobject_instance.vevent.dtstart.value) for e in found if "UID:series" in e.data)
    text = next(e.data for e in found if "UID:series" in e.data)
    equal("RRULE" in text, False, "a rule")
    equal(text.count("BEGIN:VEVENT") if len(starts) == 1 else len(starts), 4, "instances")


@check
def keeps_tasks():
    """saves a task, finds it as pending, completes it"""
    tasks = calendar("tasks")
    tasks.save_todo("\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Conformance//EN", "BEGIN:VTODO", "UID:task",
                                  "DTSTAMP:20261120T100000Z", "DUE:20261201T100000Z", "SUMMARY:Deklarera", "END:VTODO", "END:VCALENDAR", ""]))
    pending = tasks.todos()
    equal([t.vobject_instance.vtodo.uid.value for t in pending], ["task"], "pending tasks")
    pending[0].complete()
    equal(len(tasks.todos()), 0, "pending tasks after completion")
    equal(len(tasks.todos(include_completed=True)), 1, "all tasks")


@check
def refuses_event_among_tasks():
    """may not save an event where only tasks are kept"""
    try:
        calendar("tasks").save_event(event("misplaced"))
    except caldav.lib.error.DAVError:
        return
    raise AssertionError("an event was saved among tasks")


@check
def synchronises():
    """synchronises by token: changes, deletions, then nothing"""
    mine = calendar(login="user21")
    first = mine.save_event(event("one"))
    mine.save_event(event("two"))
    objects = mine.objects(load_objects=True)
    equal(len(list(objects)), 2, "objects at first")
    mine.save_event(event("three"))
    first.delete()
    updated, deleted = objects.sync()
    equal((len(list(updated)), len(list(deleted))), (1, 1), "changed and deleted")
    updated, deleted = objects.sync()
    equal((len(list(updated)), len(list(deleted))), (0, 0), "changed and deleted without any change")
    changes = mine.objects_by_sync_token(sync_token=objects.sync_token)
    equal(len(list(changes)), 0, "changes since the last token")


@check
def fetches_many():
    """fetches fifty events at once"""
    many = calendar(login="user22")
    for i in range(50):
        many.save_event(event(f"many-{i}"))
    equal(len(many.events()), 50, "events")


@check
def deletes():
    """deletes an event, and it is gone"""
    calendar().event_by_uid("save").delete()
    try:
        calendar().event_by_uid("save")
    except NotFoundError:
        return
    raise AssertionError("the event is still there")


@check
def keeps_to_its_own():
    """finds nothing of somebody else"""
    try:
        caldav.Calendar(client=client("user23"), url=URL + "/dav/calendars/user20/calendar/").events()
    except (NotFoundError, caldav.lib.error.AuthorizationError, caldav.lib.error.ReportError):
        return
    raise AssertionError("somebody else's events were listed")


def until(find, what):
    """What is delivered comes a moment after it was sent."""
    for _ in range(200):
        found = find()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come")


def answers(login, uid):
    """Who has answered what, in somebody's copy; empty while there is none."""
    try:
        lines = calendar(login=login).event_by_uid(uid).icalendar_component.get("attendee", [])
    except NotFoundError:
        return {}
    lines = lines if isinstance(lines, list) else [lines]
    return {str(line).lower(): line.params.get("PARTSTAT", "NEEDS-ACTION") for line in lines}


@check
def invites():
    """invites, and the guest accepts what lies in the inbox"""
    calendar(login="user24").save_with_invites(event("invite"), ["user25@example.com"])
    inbox = client("user25").principal().schedule_inbox()
    until(inbox.get_items, "the invitation")
    [item] = [item for item in client("user25").principal().schedule_inbox().get_items()]
    equal(item.is_invite_request(), True, "invitation")
    equal(list(answers("user25", "invite").values()).count("NEEDS-ACTION"), 1, "unanswered")
    item.accept_invite(calendar=calendar(login="user25"))
    until(lambda: answers("user24", "invite").get("mailto:user25@example.com") == "ACCEPTED", "the answer")
    [reply] = client("user24").principal().schedule_inbox().get_items()
    equal(str(reply.icalendar_instance.get("method")), "REPLY", "answer")
    item.delete()
    equal(list(client("user25").principal().schedule_inbox().get_items()), [], "inbox after deleting")


@check
def calls_off():
    """calls a meeting off, and the guest sees it cancelled"""
    calendar(login="user24").save_with_invites(event("off"), ["user26@example.com"])
    until(lambda: answers("user26", "off"), "the invitation")
    calendar(login="user24").event_by_uid("off").delete()
    until(
        lambda: calendar(login="user26").event_by_uid("off").icalendar_component.get("status") == "CANCELLED",
        "the cancellation",
    )


@check
def asks_free_busy():
    """asks through the outbox when somebody is busy, and learns times alone"""
    calendar(login="user24").save_event(event("busy"))
    day = (datetime(2026, 11, 23, tzinfo=timezone.utc), datetime(2026, 11, 24, tzinfo=timezone.utc))
    principal = client("user24").principal()
    answer = principal.client.post(
        principal.schedule_outbox().url,
        free_busy_question("user24", day, "user24", "user25"),
        headers={"Content-Type": "text/calendar; charset=utf-8"},
    )
    told = answer.raw.decode() if isinstance(answer.raw, bytes) else answer.raw
    equal("20261123T110000Z/20261123T120000Z" in told, True, "own times")
    equal(told.count("2.0;Success"), 2, "answers")
    equal("Lunch" in told, False, "titles")


def component(kind, uid, *lines):
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Conformance//EN", f"BEGIN:{kind}", f"UID:{uid}",
            "DTSTAMP:20261120T100000Z", *lines, f"END:{kind}", "END:VCALENDAR", ""]
    return "\r\n".join(rows)


@check
def keeps_journals():
    """keeps a journal in a calendar made for journals, and lists it as nothing else"""
    made = client("user27").principal().make_calendar(
        name="Dagbok", cal_id="dagbok", supported_calendar_component_set=["VJOURNAL"])
    made.save_journal(component("VJOURNAL", "diary", "DTSTART;VALUE=DATE:20261123", "SUMMARY:Måndag", "DESCRIPTION:Snö."))
    equal([j.vobject_instance.vjournal.summary.value for j in made.journals()], ["Måndag"], "journals")
    equal((len(made.events()), len(made.todos())), (0, 0), "events and tasks")


@check
def completes_repeating_task():
    """completes one turn of a task that repeats, by the library's safe way, and the next one is pending"""
    tasks = calendar("tasks", "user27")
    tasks.save_todo(component("VTODO", "again", "DTSTART:20261124T080000Z", "DUE:20261124T090000Z",
                              "RRULE:FREQ=WEEKLY;COUNT=5", "SUMMARY:Sopor"))
    tasks.todos()[0].complete(handle_rrule=True, rrule_mode="safe")
    equal(len(tasks.todos()), 1, "pending tasks")
    equal(len(tasks.todos(include_completed=True)), 2, "all tasks")


@check
def sorts_and_finds_tasks():
    """finds tasks by a text in them and by what they are to be done before"""
    tasks = calendar("tasks", "user28")
    tasks.save_todo(component("VTODO", "a", "DUE:20261201T090000Z", "SUMMARY:Städa", "CATEGORIES:HEM"))
    tasks.save_todo(component("VTODO", "b", "DUE:20270301T090000Z", "SUMMARY:Ring", "CATEGORIES:JOBB"))
    tasks.save_todo(component("VTODO", "c", "SUMMARY:När som helst"))
    found = tasks.search(todo=True, category="HEM")
    equal([t.vobject_instance.vtodo.uid.value for t in found], ["a"], "by category")
    found = tasks.search(todo=True, summary="täda")
    equal([t.vobject_instance.vtodo.uid.value for t in found], ["a"], "by a part of the title")
    due = tasks.search(todo=True, start=datetime(2026, 11, 30, tzinfo=timezone.utc), end=datetime(2026, 12, 3, tzinfo=timezone.utc))
    equal("b" in [t.vobject_instance.vtodo.uid.value for t in due], False, "a task of another month")
    equal("a" in [t.vobject_instance.vtodo.uid.value for t in due], True, "the task of this week")


@check
def tells_free_busy():
    """tells when a calendar is busy, series counted out, transparent events left out"""
    mine = calendar(login="user29")
    mine.save_event(event("series", "Möte", WEEKLY))
    mine.save_event(event("free", "Ledig", ("DTSTART:20261127T120000Z", "DTEND:20261127T130000Z", "TRANSP:TRANSPARENT")))
    told = mine.freebusy_request(datetime(2026, 11, 23, tzinfo=timezone.utc), datetime(2026, 11, 30, tzinfo=timezone.utc)).data
    equal("20261127T080000Z/20261127T090000Z" in told or "20261127T080000Z/PT1H" in told, True, "the busy hour")
    equal("20261127T12" in told, False, "the free hour")


@check
def changes_one_instance():
    """changes one instance of a series, and finds it where it is now and not where it was"""
    mine = calendar(login="user30")
    override = ["END:VEVENT", "BEGIN:VEVENT", "UID:series", "DTSTAMP:20261120T100000Z",
                "RECURRENCE-ID;TZID=Europe/Stockholm:20261127T090000", "DTSTART;TZID=Europe/Stockholm:20261128T150000",
                "DTEND;TZID=Europe/Stockholm:20261128T160000", "SUMMARY:Flyttat"]
    mine.save_event(component("VEVENT", "series", *WEEKLY, "SUMMARY:Möte", *override))

    def on(day):
        found = mine.date_search(start=datetime(2026, 11, day, tzinfo=timezone.utc), end=datetime(2026, 11, day + 1, tzinfo=timezone.utc))
        return len(found)
    equal((on(27), on(28)), (0, 1), "events on the old and the new day")


@check
def synchronises_after_many():
    """synchronises sixty changes at once without losing any"""
    mine = calendar(login="user31")
    objects = mine.objects(load_objects=True)
    for i in range(60):
        mine.save_event(event(f"page-{i}"))
    updated, deleted = objects.sync()
    equal((len(list(updated)), len(list(deleted))), (60, 0), "changed and deleted")


@check
def shows_who_one_is():
    """shows addresses, inbox and outbox, and that a calendar may be written to"""
    principal = client("user30").principal()
    equal(principal.get_vcal_address().to_ical().decode().lower(), "mailto:user30@example.com", "address")
    equal(principal.schedule_inbox().url.path.startswith("/dav/"), True, "inbox")
    equal(principal.schedule_outbox().url.path.startswith("/dav/"), True, "outbox")
    equal("VEVENT" in calendar(login="user30").get_supported_components(), True, "components")


def free_busy_question(asker, day, *people):
    utc = [moment.strftime("%Y%m%dT%H%M%SZ") for moment in day]
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Conformance//EN", "METHOD:REQUEST", "BEGIN:VFREEBUSY",
            "UID:question", "DTSTAMP:20261120T100000Z", f"DTSTART:{utc[0]}", f"DTEND:{utc[1]}",
            f"ORGANIZER:mailto:{asker}@example.com", *(f"ATTENDEE:mailto:{one}@example.com" for one in people),
            "END:VFREEBUSY", "END:VCALENDAR", ""]
    return "\r\n".join(rows)


ROOM = "mailto:location01@example.com"
MONDAY = datetime.now(timezone.utc).replace(hour=8, minute=0, second=0, microsecond=0) + timedelta(days=7)


def room_meeting(uid, login, start, *lines):
    """A meeting of an hour in the room."""
    times = [moment.strftime("%Y%m%dT%H%M%SZ") for moment in (start, start + timedelta(hours=1))]
    return event(uid, "Möte", (f"DTSTART:{times[0]}", f"DTEND:{times[1]}", *lines, f"ORGANIZER:mailto:{login}@example.com",
                               f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{login}@example.com",
                               f"ATTENDEE;CUTYPE=ROOM;RSVP=TRUE:{ROOM}"))


def room_answers(uid, login):
    """What the room answers to each part of an event, the series first."""
    parts = calendar(login=login).event_by_uid(uid).icalendar_instance.walk("VEVENT")
    lines = [one for part in sorted(parts, key=lambda part: "RECURRENCE-ID" in part) for one in part["ATTENDEE"]]
    return [one.params["PARTSTAT"] for one in lines if str(one).lower() == ROOM]


@check
def room_accepts():
    """invites a room, which has answered when the event is read"""
    calendar(login="user31").save_event(room_meeting("room-1", "user31", MONDAY))
    equal(room_answers("room-1", "user31"), ["ACCEPTED"], "answer")
    calendar(login="user32").save_event(room_meeting("room-2", "user32", MONDAY))
    equal(room_answers("room-2", "user32"), ["DECLINED"], "answer to the second")


@check
def room_moves():
    """moves a meeting to a time at which the room is free, and into a clash"""
    calendar(login="user32").save_event(room_meeting("room-2", "user32", MONDAY + timedelta(hours=2)))
    equal(room_answers("room-2", "user32"), ["ACCEPTED"], "answer at a free time")
    calendar(login="user32").save_event(room_meeting("room-2", "user32", MONDAY))
    equal(room_answers("room-2", "user32"), ["DECLINED"], "answer to the clash")


@check
def room_in_series():
    """invites a room to a series, of which it declines the date that is taken"""
    calendar(login="user33").save_event(room_meeting("room-3", "user33", MONDAY, "RRULE:FREQ=WEEKLY;COUNT=4"))
    equal(room_answers("room-3", "user33"), ["ACCEPTED", "DECLINED"], "answers")


@check
def room_is_freed():
    """frees a room by deleting the meeting"""
    calendar(login="user31").event_by_uid("room-1").delete()
    calendar(login="user32").save_event(room_meeting("room-2", "user32", MONDAY))
    equal(room_answers("room-2", "user32"), ["ACCEPTED"], "answer")


for name, function in CHECKS:
    failure = None
    try:
        function()
    except Exception:  # noqa: BLE001 - whatever goes wrong is the finding
        failure = traceback.format_exc(limit=3)
    print(json.dumps({"name": name, "failure": failure}), flush=True)

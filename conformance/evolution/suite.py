"""Drives Evolution's calendar service (evolution-data-server) as Evolution and GNOME Calendar do. Started within a
D-Bus session of its own; the arguments are the port of a proxy that signs in, and a login. Prints one line of JSON for
each check."""

import json
import sys
import time
import traceback

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402

PORT, LOGIN = int(sys.argv[1]), sys.argv[2]
WAIT = 30


def connect(registry, name, kind, extension):
    source = EDataServer.Source.new_with_uid(f"snart-{name}", None)
    source.set_display_name(name)
    source.set_parent("caldav-stub")
    source.get_extension(extension).set_backend_name("caldav")
    authentication = source.get_extension("Authentication")
    authentication.set_host("127.0.0.1")
    authentication.set_port(PORT)
    authentication.set_user(LOGIN)
    authentication.set_method("plain/password")
    source.get_extension("WebDAV Backend").set_resource_path(f"/dav/calendars/{LOGIN}/{name}/")
    source.get_extension("Security").set_method("none")
    registry.commit_source_sync(source, None)
    for _ in range(100):
        if registry.ref_source(f"snart-{name}"):
            break
        time.sleep(0.05)
    return ECal.Client.connect_sync(registry.ref_source(f"snart-{name}"), kind, WAIT, None)


def titles(client):
    client.refresh_sync(None)
    return sorted(one.get_summary() for one in client.get_object_list_sync("#t", None)[1])


def until(find, expected):
    for _ in range(100):
        found = find()
        if found == expected:
            return
        time.sleep(0.1)
    raise AssertionError(f"expected {expected!r}, found {found!r}")


def component(kind, uid, *lines):
    rows = [f"BEGIN:{kind}", f"UID:{uid}", "DTSTAMP:20261120T100000Z", *lines, f"END:{kind}", ""]
    return ICalGLib.Component.new_from_string("\r\n".join(rows))


def run(name, work):
    failure = None
    try:
        work()
    except Exception:  # noqa: BLE001 - whatever goes wrong is the finding
        failure = traceback.format_exc(limit=3)
    print(json.dumps({"name": name, "failure": failure}), flush=True)


registry = EDataServer.SourceRegistry.new_sync(None)
calendar = connect(registry, "calendar", ECal.ClientSourceType.EVENTS, "Calendar")
tasks = connect(registry, "tasks", ECal.ClientSourceType.TASKS, "Task List")


def edit():
    found = calendar.get_object_sync("fika", None, None)[1]
    found.set_summary("Fika, ändrad i Evolution")
    calendar.modify_object_sync(found, ECal.ObjModType.ALL, 0, None)


def instance():
    found = calendar.get_object_sync("series", None, None)[1]
    one = component("VEVENT", "series", "SUMMARY:Möte på annat ställe", "DTSTART:20261127T130000Z",
                    "DTEND:20261127T140000Z", "RECURRENCE-ID:20261127T080000Z")
    assert found.get_summary() == "Möte", found.get_summary()
    calendar.modify_object_sync(one, ECal.ObjModType.THIS, 0, None)


def complete():
    tasks.create_object_sync(component("VTODO", "eds-task", "SUMMARY:Köp mjölk"), 0, None)
    tasks.modify_object_sync(
        component("VTODO", "eds-task", "SUMMARY:Köp mjölk", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z",
                  "PERCENT-COMPLETE:100"), ECal.ObjModType.ALL, 0, None)


def writable():
    assert not calendar.is_readonly() and not tasks.is_readonly(), "read-only"


run("has what is on the server", lambda: until(lambda: titles(calendar), ["Fika på Söder", "Möte"]))
run("may write", writable)
run("makes an event", lambda: calendar.create_object_sync(
    component("VEVENT", "eds", "SUMMARY:Från Evolution", "DTSTART:20261125T110000Z", "DTEND:20261125T120000Z"), 0, None))
run("edits an event", edit)
run("changes one instance of a series", instance)
run("makes a task and completes it", complete)
run("deletes an event", lambda: calendar.remove_object_sync("eds", None, ECal.ObjModType.ALL, 0, None))

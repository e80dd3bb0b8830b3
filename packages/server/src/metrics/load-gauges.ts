import type * as PromClient from "prom-client";
import type { Registry } from "prom-client";
import type { ServerLoad } from "../app/health/server-load.ts";

export interface LoadGauges {
  /** Replaces what was shown; absent: nothing is known. */
  show(load: ServerLoad | undefined): void;
}

/** What the server has to do, as gauges. Several processes on one database show the same: take the greatest, not the sum. */
export function loadGauges(client: typeof PromClient, registers: Registry[]): LoadGauges {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new client.Gauge({ name: `snart_${name}`, help, labelNames, registers });
  const databaseBytes = gauge("database_bytes", "Size of the database.");
  const logBytes = gauge("database_log_bytes", "Size of SQLite's write-ahead log.");
  const waiting = gauge("database_waiting", "Transactions that wait for a lock or for their turn to write.");
  const outbox = gauge("outbox_messages", "Messages that are not sent yet.", "kind");
  const failed = gauge("outbox_failed_messages", "Those of them whose sending has failed.", "kind");
  const oldest = gauge("outbox_oldest_seconds", "Age of the oldest message that is not sent yet.", "kind");
  const jobs = gauge("jobs", "Jobs by kind and state; done ones are removed after a while.", "kind", "state");
  const feeds = gauge("feeds", "Calendars that are fetched from elsewhere.");
  const failing = gauge("feeds_failing", "Those of them that could not be fetched.");
  const refusals = gauge("booking_refusals", "Bookings refused in this month (UTC), by reason.", "reason");
  const newest = gauge("newest_backup_timestamp_seconds", "When the newest backup was made (Unix time).");
  const missed = gauge("backups_missed", "Nights in a row without a backup.");
  const sources = gauge(
    "event_sources",
    "Event sources that are open in this process: of several, take the sum.",
  );
  const pushed = gauge("push_subscriptions", "Devices and browsers that a push service tells of changes.");
  const principals = gauge("principals", "Active people, groups and bookables.", "kind");
  return {
    show(load) {
      for (const one of [outbox, failed, oldest, jobs, refusals, principals]) one.reset();
      // Reset, these would say 0 where nothing is known.
      for (const one of [databaseBytes, logBytes, waiting, feeds, failing, newest, missed, sources, pushed])
        one.remove({});
      if (!load) return;
      databaseBytes.set(load.storage.databaseBytes);
      if (load.storage.logBytes !== null) logBytes.set(load.storage.logBytes);
      waiting.set(load.storage.waiting);
      for (const one of load.outbox) {
        const { kind } = one;
        outbox.set({ kind }, one.count);
        failed.set({ kind }, one.failed);
        oldest.set({ kind }, Math.max(0, load.at - one.oldestAt) / 1000);
      }
      for (const { kind, state, count } of load.jobs) jobs.set({ kind, state }, count);
      feeds.set(load.feeds.all);
      failing.set(load.feeds.failing);
      if (load.eventSources !== undefined) sources.set(load.eventSources);
      pushed.set(load.pushSubscriptions);
      if (load.backups) missed.set(load.backups.missed);
      if (load.backups?.newestAt) newest.set(load.backups.newestAt / 1000);
      for (const { reason, times } of load.refusals) refusals.set({ reason }, times);
      for (const [kind, count] of Object.entries(load.principals)) principals.set({ kind }, count);
    },
  };
}

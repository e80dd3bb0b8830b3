import type { Migration } from "../migration.ts";

/**
 * Messages leave in the order of writing, which neither their time nor their id tells; those of one lane wait for each
 * other. Former messages keep their order.
 */
export const outboxOrder: Migration = {
  version: 18,
  name: "outbox-order",
  statements: ({ text, integer }) => [
    `alter table outbox add column position ${integer} not null default 0`,
    `alter table outbox add column lane ${text}`,
    `create index outbox_position on outbox (position)`,
    `create index outbox_lane on outbox (lane, position) where is_finished = 0 and lane is not null`,
  ],
};

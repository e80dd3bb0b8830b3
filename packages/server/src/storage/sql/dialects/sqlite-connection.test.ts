import { expect, it } from "vitest";
import { SqliteConnection } from "./sqlite-connection.ts";

it("writes and commits after a row whose id exceeds a number, and still counts in numbers", () => {
  const connection = new SqliteConnection(":memory:", 1000);
  connection.exec("create table thing (id integer primary key, size integer)");
  connection.exec("begin");
  const insert = "insert into thing (id, size) values (9007336693694464, ?)";
  expect(connection.run({ sql: insert, parameters: [7] })).toBe(1);
  connection.exec("commit");
  expect(connection.run({ sql: "update thing set size = size + 1", parameters: [] })).toBe(1);
  expect(connection.rows({ sql: "select size from thing", parameters: [] })).toEqual([{ size: 8 }]);
  connection.close();
});

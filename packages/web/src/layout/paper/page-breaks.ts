/** Rows under a head that is repeated wherever they continue. */
interface HeadedRows {
  readonly head: number;
  readonly rows: readonly number[];
}

/** Some rows of a group: `from` inclusive, `to` exclusive. */
interface RowRun {
  readonly group: number;
  readonly from: number;
  readonly to: number;
  /** the earlier rows are in a column before this */
  readonly isContinued: boolean;
}

/**
 * Breaks rows into columns (or pages of one column) of a height. A head always has a row below it, and is repeated
 * where its rows continue. A row taller than a column has one to itself.
 */
export function breakColumns(groups: readonly HeadedRows[], height: number): readonly (readonly RowRun[])[] {
  const columns: RowRun[][] = [];
  let column: RowRun[] = [];
  let left = height;
  const turn = (): void => {
    if (column.length > 0) columns.push(column);
    column = [];
    left = height;
  };
  for (const [group, { head, rows }] of groups.entries()) {
    let from = 0;
    while (from < rows.length) {
      if (column.length > 0 && head + (rows[from] ?? 0) > left) turn();
      left -= head + (rows[from] ?? 0);
      let to = from + 1;
      for (; to < rows.length && (rows[to] ?? 0) <= left; to++) left -= rows[to] ?? 0;
      column.push({ group, from, to, isContinued: from > 0 });
      from = to;
    }
  }
  turn();
  return columns;
}

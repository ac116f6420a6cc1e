// Rows of a list as clean text: tab-separated values, as spreadsheets take them (D-06).

/** What of a column is copied. */
type TextColumn<Row> = { readonly title: string; value(row: Row): string };

/** One line for each row, the values of all columns, also of those that are not shown. `withTitles`: a line of titles above them. */
export function rowsText<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  { withTitles }: { withTitles: boolean },
): string {
  const lines = rows.map((row) => columns.map(({ value }) => value(row)));
  return [...(withTitles ? [columns.map(({ title }) => title)] : []), ...lines]
    .map((values) => values.map(plain).join("\t"))
    .join("\n");
}

/** What begins a cell or a row in a spreadsheet is no part of a value, and a formula is a text. */
function plain(value: string): string {
  const text = value.replace(/[\t\r\n]+/g, " ");
  return /^[=+@]/.test(text) ? `'${text}` : text;
}

/**
 * Lines of text with aligned columns: the first column to the left, the others to the right.
 * @param {readonly (readonly string[])[]} rows the first is the head; all have as many cells
 * @returns {string} each line ended by a line feed
 */
export function formatTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      });
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

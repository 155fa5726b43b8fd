import type { SparqlTerm } from './sparql-term.ts';

/** What stands for each variable: a term a row, or one for all rows. */
export type Columns = ReadonlyMap<string, readonly SparqlTerm[]>;

const maxColumns = 100;
// Only files of ours are read with it, in whose rows no brace stands.
const block = /^( *)((?:[^ \n].*?)?)VALUES (\?\w+|\([?\w ]+\)) \{[^{}]*\}/gmu;

/** The names of the variables of each `VALUES` block of a query of ours. */
export function valuesVariables(query: string): readonly (readonly string[])[] {
  return Array.from(query.matchAll(block), ([, , , variables = '']) => namesIn(variables));
}

/**
 * Puts other rows into each `VALUES` block whose variables all have a column; others are left as they are. A column without
 * terms leaves its block without rows, which finds nothing.
 */
export function replaceValues(query: string, columns: Columns): string {
  return query.replaceAll(
    block,
    (found, indent: string, before: string, variables: string): string => {
      const names = namesIn(variables);
      const chosen = names.flatMap((name) => {
        const column = columns.get(name);
        return column === undefined ? [] : [column];
      });
      if (chosen.length < names.length) return found;
      const rows = rowsOf(chosen, variables.startsWith('('));
      return laidOut(`${indent}${before}VALUES ${variables} {`, rows, indent);
    },
  );
}

function namesIn(variables: string): readonly string[] {
  return Array.from(variables.matchAll(/\?(\w+)/gu), ([, name = '']) => name);
}

function rowsOf(columns: readonly (readonly SparqlTerm[])[], several: boolean): readonly string[] {
  const isEmpty = columns.some((column) => column.length === 0);
  const count = isEmpty ? 0 : Math.max(...columns.map((column) => column.length));
  return Array.from({ length: count }, (_, row) => {
    const terms = columns.map((column) => column[column.length === 1 ? 0 : row] ?? 'UNDEF');
    return several ? `(${terms.join(' ')})` : terms.join(' ');
  });
}

/** In one line, or in as many as are needed for many words. */
function laidOut(start: string, rows: readonly string[], indent: string): string {
  const whole = [start, ...rows, '}'].join(' ');
  if (whole.length <= maxColumns) return whole;
  const lines = [start];
  let current = `${indent} `;
  for (const row of rows) {
    if (current.trim() !== '' && current.length + row.length + 1 > maxColumns) {
      lines.push(current);
      current = `${indent} `;
    }
    current += ` ${row}`;
  }
  return [...lines, current, `${indent}}`].join('\n');
}

import { cut, printable, textWidth } from './text-width.ts';

/** SPARQL 1.1 Query Results JSON Format, as far as it is used; `triple` is of SPARQL 1.2. */
interface SelectAnswer {
  readonly head: { readonly vars: readonly string[] };
  readonly results: { readonly bindings: readonly Readonly<Record<string, AnswerTerm>>[] };
}

type AnswerTerm =
  | { readonly type: 'uri' | 'literal' | 'bnode'; readonly value: string }
  | {
      readonly type: 'triple';
      readonly value: Readonly<Record<'subject' | 'predicate' | 'object', AnswerTerm>>;
    };

const gap = '  ';
/** A column that is cut keeps this much, so that one sees what it is. */
const leastWidth = 8;

/**
 * Lays out the answer to a SELECT query, which is JSON, for people: a column a variable, IRIs in full, literals as
 * their text.
 * @param width what lines are cut to, in columns of a terminal
 */
export function renderTable(json: string, width = Number.POSITIVE_INFINITY): string {
  // The engine wrote it.
  const { head, results } = JSON.parse(json) as SelectAnswer;
  const rows = results.bindings.map((binding) =>
    head.vars.map((name) => printable(termText(binding[name]))),
  );
  const widths = head.vars.map((name, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), textWidth(name)),
  );
  const fitted = fit(widths, width);
  const rule = fitted.map((columns) => '-'.repeat(columns));
  return [head.vars, rule, ...rows].map((row) => `${layOut(row, fitted)}\n`).join('');
}

/** The answer to an ASK query, which is JSON. */
export function renderBoolean(json: string): string {
  // The engine wrote it.
  const { boolean } = JSON.parse(json) as { readonly boolean: boolean };
  return `${boolean}\n`;
}

function termText(term: AnswerTerm | undefined): string {
  if (term === undefined) return '';
  if (term.type === 'bnode') return `_:${term.value}`;
  if (term.type !== 'triple') return term.value;
  const { subject, predicate, object } = term.value;
  return `<<( ${termText(subject)} ${termText(predicate)} ${termText(object)} )>>`;
}

/** Takes from the widest columns until all fit. Where even the least is too much, lines are longer. */
function fit(widths: readonly number[], width: number): readonly number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, each) => sum + each, gap.length * (fitted.length - 1)) - width;
  while (excess > 0) {
    const widest = Math.max(...fitted);
    if (widest <= leastWidth) break;
    const next = Math.max(leastWidth, ...fitted.filter((each) => each < widest));
    const share = fitted.filter((each) => each === widest).length;
    const taken = Math.min(widest - next, Math.ceil(excess / share));
    for (const [index, each] of fitted.entries()) {
      if (each === widest) fitted[index] = each - taken;
    }
    excess -= taken * share;
  }
  return fitted;
}

function layOut(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, column) => {
    const columns = widths[column] ?? 0;
    const shown = cut(text, columns);
    return shown + ' '.repeat(Math.max(0, columns - textWidth(shown)));
  });
  return cells.join(gap).trimEnd();
}

import { groupDigits } from '../../../text/amounts.ts';
import { requireElement } from '../result-links.ts';
import { literalSuffix, type PrefixTable, termText } from './answer-texts.ts';
import { actionButton, filledElement, scrollingRegion } from './elements.ts';
import { type AnswerTerm, isNumber, type TableAnswer } from './read-answer.ts';

/** The rows that are shown at first, and with each "more". */
const rowsAtOnce = 50;
const moreRows = 500;

/** A table of the first rows, with a button for more. */
export function tableView({ variables, rows }: TableAnswer, prefixes: PrefixTable): Node {
  const columns = variables.map((variable, at) => {
    const terms = rows.flatMap((row) => row[at] ?? []);
    const isNumeric = terms.length > 0 && terms.every(isNumber);
    return { variable, isNumeric, suffix: commonSuffix(terms, prefixes) };
  });
  const head = columns.map(({ variable, isNumeric, suffix }) =>
    filledElement('th', [`?${variable}`, ...suffixElements(suffix)], {
      scope: 'col',
      ...(isNumeric && { class: 'number' }),
    }),
  );
  const body = requireElement('tbody', {});
  const more = actionButton('', () => showRows(moreRows));
  let shown = 0;
  const showRows = (count: number): void => {
    const next = rows.slice(shown, shown + count).map((row) =>
      filledElement(
        'tr',
        columns.map(({ isNumeric, suffix }, at) => {
          const term = row[at];
          if (term === undefined) return requireElement('td', {});
          const own = literalSuffix(term, prefixes);
          return filledElement(
            'td',
            [termElement(term, prefixes), ...suffixElements(own === suffix ? '' : own)],
            isNumeric ? { class: 'number' } : {},
          );
        }),
      ),
    );
    body.append(...next);
    shown += next.length;
    const rest = rows.length - shown;
    if (rest === 0) more.remove();
    more.textContent = `Show ${groupDigits(Math.min(rest, moreRows))} more of ${groupDigits(rest)}`;
  };
  showRows(rowsAtOnce);
  const table = filledElement('table', [filledElement('thead', [filledElement('tr', head)]), body]);
  const region = scrollingRegion('Rows of the answer', table);
  return filledElement('div', shown < rows.length ? [region, more] : [region]);
}

/** The datatype or language that all literals of a column have, which its head then has. */
function commonSuffix(terms: readonly AnswerTerm[], prefixes: PrefixTable): string {
  const suffixes = new Set(terms.map((term) => literalSuffix(term, prefixes)));
  const [only = '', ...others] = suffixes;
  return others.length > 0 || terms.length === 0 ? '' : only;
}

function suffixElements(suffix: string): readonly Node[] {
  return suffix === '' ? [] : [filledElement('span', ` ${suffix}`, { class: 'datatype' })];
}

/** Longer IRIs are cut in the middle; their links have all. */
const maxIriCharacters = 64;

function shortIri(iri: string): string {
  const text = iri.replace(/^https?:\/\/(?:www\.)?/iu, '');
  if (text.length <= maxIriCharacters) return text;
  const half = maxIriCharacters / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** A term for readers: links lead to the Web only, and publishers' texts have their direction. */
function termElement(term: AnswerTerm, prefixes: PrefixTable): Node {
  const text = termText(term, prefixes);
  if (term.kind === 'literal') {
    const { language } = term;
    return filledElement('bdi', text, { dir: 'auto', ...(language && { lang: language }) });
  }
  if (term.kind === 'blank' || !/^https?:\/\//iu.test(term.value)) {
    return filledElement('bdi', text);
  }
  const shown = text === term.value ? shortIri(text) : text;
  return filledElement('a', [filledElement('bdi', shown)], {
    href: term.value,
    rel: 'noreferrer',
    title: term.value,
  });
}

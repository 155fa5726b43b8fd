import type { Implementation } from './implementation.ts';
import type { ConditionName, Qualifiers } from '../../src/search/conditions.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { SearchIndex } from '../../src/search/search-index.ts';
import { type Ask, type AskedBox, type Question, type WordsAsked } from './question.ts';

type Kind = Question['kind'];

const askedBySparql = ['combined', 'exact-keyword', 'keyword-words', 'variable-called'] as const;

/** What only bundled queries ask: see `NamedQuestion`. */
export const sparqlKinds: ReadonlySet<Kind> = new Set(askedBySparql);

/** The kinds of questions that the index answers. */
type IndexKind = Exclude<Kind, (typeof askedBySparql)[number]>;

/** A condition of a request, with what narrows it. */
interface Asked extends Qualifiers {
  readonly condition: ConditionName;
  readonly text: string;
}

const asked: {
  readonly [K in Exclude<IndexKind, 'composed'>]: (
    question: Extract<Question, { kind: K }>,
  ) => Asked;
} = {
  'bbox-intersects': ({ box }: { readonly box: AskedBox }) => ({
    condition: 'bbox',
    text: box.join(','),
  }),
  'bbox-within': ({ box }: { readonly box: AskedBox }) => ({
    condition: 'bbox',
    text: box.join(','),
    within: true,
  }),
  'time-overlaps': ({ time }) => ({ condition: 'time', text: time }),
  'time-within': ({ time }) => ({ condition: 'time', text: time, within: true }),
  'age-overlaps': ({ older, younger }) => ({ condition: 'age', text: `${older}..${younger} Ma` }),
  geometry: ({ wkt }) => ({ condition: 'geometry', text: wkt }),
  text: ({ text }) => ({ condition: 'keyword', text }),
  words: ({ all }) => ({ condition: 'keyword', text: all.map(writtenWords).join(' ') }),
  'variable-name': ({ text }) => ({ condition: 'variable', text }),
  'variable-concept': ({ iri }) => ({ condition: 'variable', text: iri }),
  'variable-said': ({ text, unit, technique }) => ({
    condition: 'variable',
    text,
    unit,
    technique,
  }),
  term: ({ iri }) => ({ condition: 'term', text: iri }),
  'term-said': ({ text, scheme }) => ({ condition: 'term', text, scheme }),
  type: ({ iri }) => ({ condition: 'type', text: iri }),
  person: ({ who, role }) => ({ condition: 'person', text: who, role }),
  organization: ({ who, role }) => ({ condition: 'organization', text: who, role }),
  funder: ({ who }) => ({ condition: 'funder', text: who }),
  licence: ({ text }) => ({ condition: 'licence', text }),
  format: ({ text }) => ({ condition: 'mediaType', text }),
  identifier: ({ text }) => ({ condition: 'identifier', text }),
  place: ({ text }) => ({ condition: 'place', text }),
  access: ({ access }) => ({ condition: 'access', text: access }),
  'modified-since': ({ since }) => ({ condition: 'modifiedSince', text: since }),
  source: ({ source }) => ({ condition: 'source', text: source }),
};

/** One part of a question in the language of words. */
function writtenWords({ any, isExcluded = false }: WordsAsked): string {
  const written = any.map(({ phrase, isPrefix = false }) => {
    const text = phrase.length === 1 ? phrase.join('') : `"${phrase.join(' ')}"`;
    return text + (isPrefix ? '*' : '');
  });
  return (isExcluded ? '-' : '') + written.join(' OR ');
}

/**
 * A request has one place and one time that must be met, and all of them lie within or none does.
 */
export function asOne(question: Question): Question {
  if (question.kind !== 'composed') return question;
  const isWithin = question.all.some(({ kind }) => kind.endsWith('-within'));
  const all = question.all.map((each): Question => {
    if (!isWithin) return each;
    if (each.kind === 'bbox-intersects') return { kind: 'bbox-within', box: each.box };
    return each.kind === 'time-overlaps' ? { kind: 'time-within', time: each.time } : each;
  });
  return { kind: 'composed', all: [...new Map(all.map((each) => [each.kind, each])).values()] };
}

/**
 * A question as a request to the index. Where one place or time of it is to lie within, all are, as
 * the request has it.
 */
export function requestOf(question: Question): SearchRequest {
  const parts = question.kind === 'composed' ? question.all : [question];
  const conditions = new Map<ConditionName, string[]>();
  const qualifiers: Qualifiers = {};
  for (const part of parts) {
    // The compiler does not see that the kind of the function is that of the question.
    const read = asked[part.kind as Exclude<IndexKind, 'composed'>] as (of: Question) => Asked;
    const { condition, text, ...more } = read(part);
    conditions.set(condition, [...(conditions.get(condition) ?? []), text]);
    Object.assign(qualifiers, more);
  }
  return { ...Object.fromEntries(conditions), ...qualifiers };
}

/** Asks an index, and names what it finds as each record that meets the question calls it. */
export function askIndex(index: SearchIndex, { nameIn }: Pick<Implementation, 'nameIn'>): Ask {
  return async (question) => {
    const { results } = await index.search(requestOf(question));
    return new Set(
      results.flatMap(({ key, records }) =>
        records.filter(({ matched }) => matched).map(({ graph }) => nameIn(graph, key)),
      ),
    );
  };
}

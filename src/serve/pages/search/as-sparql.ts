import { UsageFault } from '../../../model/fault.ts';
import { bindQuery } from '../../../query/bind-query.ts';
import { bundledQuery } from '../../../query/bundled.ts';
import { isWrittenIri } from '../../../rdf/iri-spellings.ts';
import { readAskedAge, readAskedTime } from '../../../search/asked-time.ts';
import { conditionNames, type ConditionName } from '../../../search/conditions.ts';
import { parseWordQuery, type WordClause } from '../../../search/word-query.ts';
import type { SearchState } from './search-address.ts';

/** What finds the same as one condition, or nearly so. */
export interface ConditionQuery {
  readonly condition: ConditionName;
  /** As it was asked. */
  readonly asked: string;
  readonly query?: BoundQuery;
  /** How the query differs from the condition, or why there is none. */
  readonly remarks: readonly string[];
}

/** A bundled query with its parameters. */
export interface BoundQuery {
  readonly name: string;
  readonly title: string;
  readonly values: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A bundled query to be bound. */
interface Asking {
  readonly name?: string;
  readonly values?: Readonly<Record<string, string | undefined>>;
  readonly remarks?: readonly string[];
}

type Qualified = SearchState['qualifiers'];

/** Each text of each condition, as a bundled query where there is one. */
export function queriesOf({ conditions, qualifiers }: SearchState): readonly ConditionQuery[] {
  return conditionNames.flatMap((condition) =>
    (conditions[condition] ?? []).map((asked) => queryOf(condition, asked, qualifiers)),
  );
}

function queryOf(condition: ConditionName, asked: string, qualified: Qualified): ConditionQuery {
  const { name, values = {}, remarks = [] } = askings[condition](asked, qualified);
  if (name === undefined) return { condition, asked, remarks };
  const query = bundledQuery(name);
  const given = new Map(
    Object.entries(values).flatMap(([parameter, value]) =>
      value === undefined ? [] : [[parameter, value] as const],
    ),
  );
  try {
    const text = bindQuery(query, given);
    return {
      condition,
      asked,
      query: { name, title: query.title, values: given, text },
      remarks,
    };
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    return { condition, asked, remarks: [...remarks, `No query takes this: ${error.message}.`] };
  }
}

const wholeNameRemark =
  'The query also finds names that have these words and others; the search wants the whole name.';

/** How each condition is asked, one line each. */
const askings: Readonly<Record<ConditionName, (text: string, qualified: Qualified) => Asking>> = {
  keyword: (text) => wordsAsked('search-text', 'word', text),
  bbox: (text, { within }) => {
    const [west, south, east, north] = text.trim().split(/[,\s]+/u);
    const name = within === undefined ? 'search-box' : 'search-box-within';
    return { name, values: { west, south, east, north } };
  },
  geometry: (text) => ({
    name: 'search-geometry',
    values: { geometry: text },
    remarks: ['The store needs the functions of GeoSPARQL.'],
  }),
  place: (text) => named('search-place', 'place', text),
  extent: () => withoutQuery('No query asks how large a place is.'),
  time: (text, { within }) => {
    const asked = readAskedTime(text);
    if ('fault' in asked) return withoutQuery('It is no time.');
    const name = within === undefined ? 'search-time' : 'search-time-within';
    return { name, values: { begin: asked.begin, end: asked.end } };
  },
  age: (text) => {
    const asked = readAskedAge(text);
    if (asked === undefined) return withoutQuery('It is no age.');
    const values = { older: String(asked.older), younger: String(asked.younger) };
    return { name: 'search-age', values };
  },
  term: (text, { scheme }) => ({ name: 'search-term', values: { term: text, scheme } }),
  variable: (text, { unit, technique }) => {
    const closer = { unit, technique };
    if (isWrittenIri(text.trim())) {
      return { name: 'search-concept', values: { concept: text.trim(), ...closer } };
    }
    const { values, remarks, ...asking } = named('search-variable', 'word', text);
    return { ...asking, values: { ...values, ...closer }, remarks: remarks ?? [] };
  },
  type: (text) => ({ name: 'search-type', values: { type: text } }),
  source: (text) => ({ name: 'search-source', values: { source: text } }),
  person: (text, { role }) => agentAsked('datasets-of-person', { person: text, role }),
  organization: (text, { role }) =>
    agentAsked('datasets-of-organization', { organization: text, role }),
  publisher: (text) =>
    agentAsked('datasets-of-organization', { organization: text, role: 'publisher' }),
  funder: (text) => agentAsked('datasets-by-funder', { funder: text }),
  identifier: (text) => ({ name: 'datasets-by-identifier', values: { identifier: text } }),
  licence: (text) => ({ name: 'datasets-by-licence', values: { licence: text } }),
  mediaType: (text) => ({ name: 'datasets-by-format', values: { format: text } }),
  access: (text) => ({ name: 'search-access', values: { access: text.trim().toLowerCase() } }),
  profile: () =>
    withoutQuery('No bundled query asks for a profile: conformance counts the records of each.'),
  lacking: (text) =>
    text.trim().toLowerCase() === 'licence'
      ? { name: 'without-licence' }
      : withoutQuery('No bundled query asks for what is not stated.'),
  modifiedSince: (text) => ({ name: 'datasets-modified-since', values: { since: text.trim() } }),
};

function withoutQuery(remark: string): Asking {
  return { remarks: [remark] };
}

function named(name: string, parameter: string, text: string): Asking {
  const whole = wholeNameIn(text);
  if (whole === undefined) return wordsAsked(name, parameter, text);
  return { name, values: { [parameter]: whole }, remarks: [wholeNameRemark] };
}

function wholeNameIn(text: string): string | undefined {
  return /^\s*=(.*)$/su.exec(text)?.[1]?.trim();
}

/** The first of the values is the agent. */
function agentAsked(name: string, values: Readonly<Record<string, string | undefined>>): Asking {
  const entries = Object.entries(values).map(([parameter, text]) => {
    return [parameter, text === undefined ? undefined : (wholeNameIn(text) ?? text)] as const;
  });
  const isWhole = Object.values(values).some((text = '') => wholeNameIn(text) !== undefined);
  return {
    name,
    values: Object.fromEntries(entries),
    remarks: isWhole ? [wholeNameRemark] : [],
  };
}

/** Words of which a query can ask only whether all are there. */
function wordsAsked(name: string, parameter: string, text: string): Asking {
  const clauses = parseWordQuery(text);
  const plain = clauses.filter(isPlain);
  if (clauses.length === plain.length) return { name, values: { [parameter]: text } };
  const rest = 'phrases, words that begin so, words left out and OR cannot be asked for';
  if (plain.length === 0) return withoutQuery(`There is no query for it: ${rest}.`);
  const words = plain.map(({ alternatives: [pattern] }) => pattern?.words[0] ?? '').join(' ');
  return {
    name,
    values: { [parameter]: words },
    remarks: [`The query asks for the plain words only: ${rest}. It finds as much or more.`],
  };
}

function isPlain({ alternatives, isExcluded }: WordClause): boolean {
  const [pattern, ...others] = alternatives;
  if (isExcluded || others.length > 0 || pattern === undefined) return false;
  return pattern.words.length === 1 && !pattern.isPrefix;
}

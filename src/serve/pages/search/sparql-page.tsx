import { UsageFault } from '../../../model/fault.ts';
import { findRuleIds } from '../../../model/rule-ids.ts';
import { profileIds } from '../../../model/validation.ts';
import { bindQuery } from '../../../query/bind-query.ts';
import { bundledQuery } from '../../../query/bundled.ts';
import { isWrittenIri } from '../../../rdf/iri.ts';
import {
  parseAgeCondition,
  parseTimeCondition,
  optionName,
} from '../../../search/condition-values.ts';
import { type ConditionName, conditionNames, qualifierNames } from '../../../search/conditions.ts';
import { parseWordQuery, type WordClause } from '../../../search/text-tables.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { bundledQueryHref } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { shortened } from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import { ConditionChips, searchWords, wordsOfCondition } from './condition-chips.tsx';
import { readRequestedSearch } from './run-search.ts';
import {
  isQualifierParameter,
  readSearchState,
  searchHref,
  type SearchState,
} from './search-address.ts';
import { SearchFaults } from './search-states.tsx';

/**
 * The conditions of a search as bundled SPARQL queries, and the conditions that these cannot
 * express.
 */
export function sparqlPage({ site, state, query }: PageRequest): PageAnswer {
  const { search, faults } = readRequestedSearch(readSearchState(query));
  const queries = sparqlOfSearch(search);
  const words = searchWords(search);
  return htmlAnswer(
    <Layout
      site={site}
      state={state}
      title={words === undefined ? 'Search as SPARQL' : `${words} as SPARQL`}
      section="/"
      kind="search"
      head={<meta name="robots" content="noindex, nofollow" />}
    >
      <p>
        <a href={searchHref(site, search)}>Back to the results</a>
      </p>
      <div class="found">
        <h1>This search as SPARQL</h1>
        <ConditionChips site={site} search={search} />
      </div>
      <SearchFaults faults={faults} />
      <Introduction site={site} conditions={queries.length} />
      {queries.map((each, at) => (
        <ConditionSection site={site} query={each} number={at + 1} />
      ))}
    </Layout>,
  );
}

interface IntroductionProps {
  readonly site: Site;
  readonly conditions: number;
}

function Introduction({ site, conditions }: IntroductionProps) {
  if (conditions === 0) {
    return (
      <p class="prose">
        No condition is given, so that there is nothing to ask for: the bundled query{' '}
        <a href={bundledQueryHref(site, 'datasets')}>
          <code>datasets</code>
        </a>{' '}
        lists all datasets.
      </p>
    );
  }
  return (
    <div class="prose">
      <p>
        For each condition there is a query below, with the values that were asked for. It runs here
        in the editor, on this catalogue by the command (where <code>config.yaml</code> names it),
        and as it stands on any store that holds an export of it.
      </p>
      <p>
        {conditions > 1
          ? 'A resource meets all conditions where the same ?entry is among the answers of every query: an entry is what one record says of one resource. Of several values of a condition that is met by one of them, one of their queries is enough. '
          : null}
        The order of the results, the numbers beside the filters and the density of the map are made
        by the index of this site; SPARQL has no query for them together.
      </p>
    </div>
  );
}

interface ConditionSectionProps {
  readonly site: Site;
  readonly query: ConditionQuery;
  readonly number: number;
}

function ConditionSection({ site, query: each, number }: ConditionSectionProps) {
  const { name, value } = wordsOfCondition(each.condition, each.text);
  const { query, remarks } = each;
  return (
    <section class="query" aria-labelledby={`query-${number}`}>
      <h2 id={`query-${number}`}>
        {name}: <bdi>{shortened(value, 120)}</bdi>
      </h2>
      {query === undefined ? null : (
        <p>
          <code>{query.name}</code>: {query.title}
        </p>
      )}
      {remarks.map((remark) => (
        <p class={query === undefined ? undefined : 'soft'}>{remark}</p>
      ))}
      {query === undefined ? null : (
        <>
          <p>
            <a href={bundledQueryHref(site, query.name, query.values)}>Open in the editor</a>
          </p>
          <pre tabindex={0} aria-label="Command">
            {queryCommand(query)}
          </pre>
          <details>
            <summary>The query as it stands</summary>
            <pre tabindex={0} aria-label="Query">
              {query.text}
            </pre>
          </details>
        </>
      )}
    </section>
  );
}

function queryCommand({ name, values }: BoundQuery): string {
  const parameters = Array.from(values, ([parameter, value]) => {
    return `--param ${quoteForShell(`${parameter}=${value}`)}`;
  });
  return ['cdif-graph query', name, ...parameters].join(' ');
}

/** A bundled query that is (nearly) equivalent to a condition. */
interface ConditionQuery {
  readonly condition: ConditionName;
  /** The text of the condition. */
  readonly text: string;
  readonly query?: BoundQuery;
  /** How the query differs from the condition, or why there is no query. */
  readonly remarks: readonly string[];
}

/** A bundled query with its parameters. */
interface BoundQuery {
  readonly name: string;
  readonly title: string;
  readonly values: ReadonlyMap<string, string>;
  readonly text: string;
}

/** A bundled query whose parameters are to be bound. */
interface QueryChoice {
  readonly name?: string;
  readonly values?: Readonly<Record<string, string | undefined>>;
  readonly remarks?: readonly string[];
}

type Qualified = SearchState['qualifiers'];

/** Each text of each condition, with its bundled query if there is one. */
export function sparqlOfSearch({ conditions, qualifiers }: SearchState): readonly ConditionQuery[] {
  return conditionNames.flatMap((condition) =>
    (conditions[condition] ?? []).map((text) => queryOf(condition, text, qualifiers)),
  );
}

function queryOf(condition: ConditionName, text: string, qualified: Qualified): ConditionQuery {
  const { name, values = {}, remarks = [] } = queryChoices[condition](text, qualified);
  if (name === undefined) return { condition, text, remarks };
  const query = bundledQuery(name);
  const given = new Map(
    Object.entries(values).flatMap(([parameter, value]) =>
      value === undefined ? [] : [[parameter, value] as const],
    ),
  );
  try {
    const bound = bindQuery(query, given);
    return {
      condition,
      text,
      query: { name, title: query.title, values: given, text: bound },
      remarks,
    };
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    return { condition, text, remarks: [...remarks, `No query takes this: ${error.message}.`] };
  }
}

const wholeNameRemark =
  'The query also finds names that have these words and others; the search wants the whole name.';

/** The bundled query of each condition. */
const queryChoices: Readonly<
  Record<ConditionName, (text: string, qualified: Qualified) => QueryChoice>
> = {
  keyword: (text) => wordQuery('search-text', 'word', text),
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
    const range = parseTimeCondition(text);
    if ('fault' in range) return withoutQuery('It is no time.');
    const name = within === undefined ? 'search-time' : 'search-time-within';
    return { name, values: { begin: range.begin, end: range.end } };
  },
  age: (text) => {
    const range = parseAgeCondition(text);
    if (range === undefined) return withoutQuery('It is no age.');
    const values = { older: String(range.older), younger: String(range.younger) };
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
  person: (text, { role }) => agentQuery('datasets-of-person', { person: text, role }),
  organization: (text, { role }) =>
    agentQuery('datasets-of-organization', { organization: text, role }),
  publisher: (text) =>
    agentQuery('datasets-of-organization', { organization: text, role: 'publisher' }),
  funder: (text) => agentQuery('datasets-by-funder', { funder: text }),
  identifier: (text) => ({ name: 'datasets-by-identifier', values: { identifier: text } }),
  licence: (text) => ({ name: 'datasets-by-licence', values: { licence: text } }),
  mediaType: (text) => ({ name: 'datasets-by-format', values: { format: text } }),
  access: (text) => ({ name: 'search-access', values: { access: text.trim().toLowerCase() } }),
  profile: () =>
    withoutQuery('No bundled query asks for a profile: conformance counts the records of each.'),
  conforms: (text) => {
    const profile = profileIds.find((id) => id === text.trim().toLowerCase());
    return profile === undefined
      ? withoutQuery('A bundled query asks for one version of a profile.')
      : { name: 'search-conforms', values: { profile } };
  },
  unmet: (text) => {
    const [rule, ...others] = findRuleIds(text);
    const remarks = others.map((each) => `The search also asks for the rule ${each}.`);
    return { name: 'search-unmet', values: { rule }, remarks };
  },
  lacking: (text) =>
    text.trim().toLowerCase() === 'licence'
      ? { name: 'without-licence' }
      : withoutQuery('No bundled query asks for what is not stated.'),
  modifiedSince: (text) => ({ name: 'datasets-modified-since', values: { since: text.trim() } }),
};

function withoutQuery(remark: string): QueryChoice {
  return { remarks: [remark] };
}

function named(name: string, parameter: string, text: string): QueryChoice {
  const whole = wholeNameIn(text);
  if (whole === undefined) return wordQuery(name, parameter, text);
  return { name, values: { [parameter]: whole }, remarks: [wholeNameRemark] };
}

function wholeNameIn(text: string): string | undefined {
  return /^\s*=(.*)$/su.exec(text)?.[1]?.trim();
}

/** The first of the values is the agent. */
function agentQuery(
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): QueryChoice {
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

/** A query can only ask for all of these words. */
function wordQuery(name: string, parameter: string, text: string): QueryChoice {
  const clauses = parseWordQuery(text);
  const plain = clauses.filter(isPlain);
  if (clauses.length === plain.length) return { name, values: { [parameter]: text } };
  const rest = 'phrases, word beginnings, excluded words and OR cannot be expressed';
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

/**
 * The command line for a POSIX shell that finds the same results in the catalogue of `config.yaml`.
 */
export function searchCommand(search: SearchState): string {
  const { conditions, qualifiers, sort } = search;
  const [words, ...moreWords] = conditions.keyword ?? [];
  // A word that begins with a minus would be taken for an option.
  const isArgument = words !== undefined && !words.trimStart().startsWith('-');
  const keyword = words === undefined || isArgument ? moreWords : [words, ...moreWords];
  const options = conditionNames.flatMap((name) =>
    (name === 'keyword' ? keyword : (conditions[name] ?? [])).map((text) => [name, text] as const),
  );
  return [
    'cdif-graph search',
    ...(isArgument ? [quoteForShell(words)] : []),
    ...options.map(([name, text]) => option(name, text)),
    ...qualifierNames
      .filter((name) => isQualifierParameter(name, search))
      .flatMap((name) => {
        const text = qualifiers[name];
        return text === undefined ? [] : [name === 'within' ? '--within' : option(name, text)];
      }),
    ...(sort === 'relevance' ? [] : [`--sort ${sort}`]),
  ].join(' ');
}

/** After an equals sign a value may begin with a minus. */
function option(name: string, value: string): string {
  return `--${optionName(name)}=${quoteForShell(value)}`;
}

/** A shell word that needs no quotes. Arguments of a program cannot contain NUL. */
function quoteForShell(text: string): string {
  const word = text.replaceAll('\0', '');
  if (/^[\w./:,@%+=-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { shortened } from '../../parts/short-names.ts';
import { quoted } from './as-command.ts';
import { queriesOf, type BoundQuery, type ConditionQuery } from './as-sparql.ts';
import { readAskedSearch } from './asked-search.ts';
import { Chips, searchWords } from './chips.tsx';
import { wordsOfCondition } from './condition-words.ts';
import { readSearchState, searchHref } from './search-address.ts';
import { Faults } from './search-states.tsx';

/** The conditions of a search as bundled SPARQL queries, and what these cannot express. */
export function sparqlPage({ site, state, query }: PageRequest): Answer {
  const { search, faults } = readAskedSearch(readSearchState(query));
  const queries = queriesOf(search);
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
        <Chips site={site} search={search} />
      </div>
      <Faults faults={faults} />
      <Introduction conditions={queries.length} />
      {queries.map((each, at) => (
        <ConditionSection query={each} number={at + 1} />
      ))}
    </Layout>,
  );
}

function Introduction({ conditions }: { readonly conditions: number }) {
  if (conditions === 0) {
    return (
      <p class="prose">
        No condition is given, so that there is nothing to ask for: the bundled query{' '}
        <code>datasets</code> lists all datasets.
      </p>
    );
  }
  return (
    <div class="prose">
      <p>
        For each condition there is a query below, with the values that were asked for. It runs on
        this catalogue by the command (where <code>config.yaml</code> names it), and as it stands on
        any store that holds an export of it.
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
  readonly query: ConditionQuery;
  readonly number: number;
}

function ConditionSection({ query: each, number }: ConditionSectionProps) {
  const { name, value } = wordsOfCondition(each.condition, each.asked);
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
    return `--param ${quoted(`${parameter}=${value}`)}`;
  });
  return ['cdif-graph query', name, ...parameters].join(' ');
}

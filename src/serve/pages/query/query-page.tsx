import { usualPrefixes } from '../../../query/read-query.ts';
import { formatCount } from '../../../text/amounts.ts';
import { assetPath } from '../../assets.ts';
import { htmlAnswer, type PageAnswer, type PageRequest, type PageRoute } from '../../page.ts';
import { bundledQueryHref, queryHref } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { wholeWorld, WorldMap } from '../../parts/map-frame.tsx';
import { type Site, sitePath } from '../../site.ts';
import { usualQueryTimes } from '../../sparql/sparql-endpoint.ts';
import { ParameterForm } from './parameter-form.tsx';
import { groupedQueries, type QueryPageState, readQueryPageState } from './query-state.ts';
import { queryTerms } from './query-terms.ts';

/** The routes of the SPARQL editor. */
export const queryRoutes = {
  '/query': { answer: queryPage },
  '/query/terms.json': {
    answer: queryTerms,
    isSurvey: true,
    isInterface: true,
    mediaTypes: ['application/json'],
  },
} as const satisfies Record<string, PageRoute>;

/** The SPARQL editor. Without scripts it is a form that sends a query to the endpoint. */
function queryPage({ site, state, query }: PageRequest): PageAnswer {
  const asked = readQueryPageState(query);
  const { chosen, unknown, fault } = asked;
  const { graphs } = state.snapshot.totals();
  return htmlAnswer(
    <Layout
      site={site}
      state={state}
      title={chosen === undefined ? 'Query' : `${chosen.query.title} · Query`}
      section="/query"
      kind="editor"
      head={
        <>
          {query.size > 0 ? <meta name="robots" content="noindex, nofollow" /> : null}
          <script src={sitePath(site, `/${assetPath('query.js')}`)} type="module" />
        </>
      }
    >
      <div class="asking">
        <h1>Query</h1>
        <p class="soft">
          {whatIsAsked(site, graphs)} Programs send queries to{' '}
          <code>{sitePath(site, '/sparql')}</code>.
        </p>
        {unknown === undefined ? null : <UnknownQuery name={unknown} />}
        {fault === undefined ? null : <UnknownParameter fault={fault} />}
        {chosen === undefined ? null : <ParameterForm site={site} chosen={chosen} />}
        <QueryForm site={site} text={asked.text} />
        <Answer site={site} />
      </div>
      <aside class="help-to-ask" aria-label="Bundled queries and prefixes">
        <BundledQueries site={site} asked={asked} />
        <Prefixes />
      </aside>
    </Layout>,
    { status: statusOf(asked) },
  );
}

/** What queries are asked over. @param graphs the number of records */
function whatIsAsked({ queriedStore }: Site, graphs: number): string {
  return queriedStore === undefined
    ? `SPARQL 1.1 over ${formatCount(graphs, 'record', 'records')}, each in a graph of its own ` +
        'and all in the default graph.'
    : 'SPARQL 1.1, answered by a store that has each record in a graph of its own. It has the ' +
        'records since it was last brought up to date, and decides what patterns outside of ' +
        'GRAPH read.';
}

function statusOf({ chosen, unknown, fault }: QueryPageState): 200 | 400 | 404 {
  if (unknown !== undefined) return 404;
  return fault === undefined && !chosen?.faults.length ? 200 : 400;
}

function UnknownParameter({ fault }: { readonly fault: string }) {
  return (
    <section class="empty fault">
      <h2>The address has a mistake</h2>
      <p>
        It cannot be used as it is: <bdi>{fault}</bdi>
        {fault.endsWith('?') ? '' : '.'}
      </p>
    </section>
  );
}

function UnknownQuery({ name }: { readonly name: string }) {
  return (
    <section class="empty fault">
      <h2>There is no such bundled query</h2>
      <p>
        None is named <bdi>{name}</bdi>. All of them are listed on this page.
      </p>
    </section>
  );
}

/** Formats of the endpoint that a reader without scripts can choose. */
const tableFormats = { json: 'JSON', xml: 'XML', csv: 'CSV', tsv: 'TSV' } as const;
const graphFormats = { ttl: 'Turtle', nt: 'N-Triples' } as const;

interface OfSite {
  readonly site: Site;
}

interface QueryFormProps extends OfSite {
  readonly text: string;
}

function QueryForm({ site, text }: QueryFormProps) {
  return (
    <form
      class="query-form"
      action={sitePath(site, '/sparql')}
      method="post"
      data-terms={sitePath(site, '/query/terms.json')}
    >
      <label for="query-text">SPARQL</label>
      <textarea
        id="query-text"
        name="query"
        rows={14}
        required
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
      >
        {`\n${text}`}
      </textarea>
      <p class="soft with-script" id="query-keys">
        Ctrl or Cmd with Enter runs the query, Ctrl with Space offers names (choose with the arrow
        keys and Enter), Tab leaves the editor.
      </p>
      <div class="buttons">
        <button type="submit">Run</button>
        <button type="button" class="quiet with-script" data-cancel disabled>
          Cancel
        </button>
        <TimeLimit site={site} />
        <FormatChoice />
        <button
          type="submit"
          class="quiet without-script"
          formaction={sitePath(site, '/query')}
          formmethod="get"
        >
          Make a link
        </button>
        <a class="with-script" data-link href={queryHref(site, text)}>
          Link to this query
        </a>
        <span class="soft" data-no-link hidden>
          The query is too long for a link.
        </span>
      </div>
    </form>
  );
}

/**
 * One choice for each kind of answer. The endpoint takes the first `format` that fits the form of
 * the query, so none is refused. Graphs are first, since `json` can be JSON-LD; the last one is for
 * ASK, which has no CSV.
 */
function FormatChoice() {
  return (
    <span class="without-script">
      {(
        [
          ['Graphs as', graphFormats],
          ['Rows as', tableFormats],
        ] as const
      ).map(([label, formats]) => (
        <label>
          {label}{' '}
          <select name="format">
            {Object.entries(formats).map(([format, name]) => (
              <option value={format}>{name}</option>
            ))}
          </select>{' '}
        </label>
      ))}
      <input type="hidden" name="format" value="json" />
    </span>
  );
}

/** The time limit of the server at first, and longer ones that it permits. */
function TimeLimit({ site: { queryTimes = usualQueryTimes } }: OfSite) {
  const [usual, longest] = [queryTimes.usualMs / 1000, queryTimes.longestMs / 1000];
  const choices = new Set([usual, ...[30, 60, 300].filter((each) => each > usual), longest]);
  return (
    <label>
      Stop after{' '}
      <select name="timeout">
        {[...choices]
          .filter((seconds) => seconds <= longest)
          .map((seconds) => (
            <option value={String(seconds)}>{formatCount(seconds, 'second')}</option>
          ))}
      </select>
    </label>
  );
}

/** Where the script shows the answer, with the maps that it draws on. */
function Answer({ site }: OfSite) {
  return (
    <section class="answer with-script" aria-labelledby="answer-title">
      <h2 id="answer-title">Answer</h2>
      <p role="status" data-status>
        No query was run yet.
      </p>
      <div data-answer />
      {([0, 180] as const).map((middle) => (
        <template data-map={middle}>
          <WorldMap site={site} frame={wholeWorld(middle)} label="Map">
            <g class="place" />
          </WorldMap>
        </template>
      ))}
    </section>
  );
}

interface BundledQueriesProps extends OfSite {
  readonly asked: QueryPageState;
}

function BundledQueries({ site, asked: { chosen } }: BundledQueriesProps) {
  return (
    <section aria-labelledby="bundled">
      <h2 id="bundled">Bundled queries</h2>
      {groupedQueries().map(([group, queries]) => (
        <details open={queries.some(({ name }) => name === chosen?.query.name)}>
          <summary>
            {group} <span class="count">{queries.length}</span>
          </summary>
          <ul>
            {queries.map(({ name, title, question }) => (
              <li>
                <a
                  href={bundledQueryHref(site, name)}
                  aria-current={name === chosen?.query.name ? 'true' : undefined}
                >
                  {title}
                </a>
                <p class="soft">{question}</p>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Prefixes() {
  return (
    <section aria-labelledby="prefixes">
      <h2 id="prefixes">Prefixes</h2>
      <p class="soft">A query may use these without declaring them.</p>
      <details>
        <summary>
          Usual prefixes <span class="count">{usualPrefixes.size}</span>
        </summary>
        <dl class="prefixes">
          {Array.from(usualPrefixes, ([prefix, namespace]) => (
            <div data-prefix={prefix} data-namespace={namespace}>
              <dt>
                <code>{prefix}:</code>
              </dt>
              <dd>
                <code>{namespace}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

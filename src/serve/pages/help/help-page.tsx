import { problemCatalogue, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import {
  type Condition,
  type Qualifier,
  searchConditions,
  searchQualifiers,
} from '../../../search/conditions.ts';
import { optionName } from '../../../search/condition-values.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { Layout, NameValuePair } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import { sitePath, type Site } from '../../site.ts';
import { searchHref } from '../search/search-address.ts';
import { problemsHref, queryHref } from '../../parts/addresses.ts';

const contents = {
  indexed: 'What is indexed',
  words: 'Words',
  conditions: 'Conditions',
  addresses: 'Formats and addresses',
  vocabulary: 'Vocabulary',
  problems: 'Problems',
} as const;

/** Help: search conditions, addresses, and the meaning of problems. */
export function helpPage({ site, state }: PageRequest): PageAnswer {
  return htmlAnswer(
    <Layout site={site} state={state} title="Help" section="/help" kind="help">
      <h1>Help</h1>
      <nav aria-label="On this page">
        <ul class="actions">
          {Object.entries(contents).map(([id, text]) => (
            <li>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Indexed site={site} />
      <Words site={site} />
      <Conditions />
      <Addresses site={site} />
      <Vocabulary site={site} />
      <Problems site={site} />
    </Layout>,
  );
}

interface OfSite {
  readonly site: Site;
}

function Indexed({ site }: OfSite) {
  return (
    <section aria-labelledby="indexed">
      <h2 id="indexed">{contents.indexed}</h2>
      <p>
        Records are harvested from the <a href={sitePath(site, '/sources')}>sources</a> as their
        publishers wrote them: JSON-LD, other RDF, microdata and more. Of each resource that a
        record describes, such as a dataset, these parts are indexed:
      </p>
      <ul class="bullets">
        <li>
          words of titles, descriptions, keywords, and of the names of places, times and variables
        </li>
        <li>places as boxes, points and shapes, by their names and codes</li>
        <li>times as calendar periods and as geologic ages</li>
        <li>variables with units, concepts and how they were measured; controlled terms</li>
        <li>people and organizations with their roles, by name, ORCID or ROR</li>
        <li>types, licences, formats, access, identifiers, dates</li>
        <li>profiles claimed, and how records met them when they were validated</li>
      </ul>
      <p>
        One record must meet all conditions for one resource, and conditions on one variable or
        agent together. Records of one resource are one result. The record itself stays as the
        publisher wrote it: each repair is listed as a problem.
      </p>
    </section>
  );
}

/** Examples of word conditions, each linked to a search. */
const wordExamples = [
  ['sea ice', 'both words, each anywhere in the texts of the resource'],
  ['"sea ice"', 'the two side by side; what has no blank (sea-ice, 海氷) is such a phrase as well'],
  ['glac*', 'words with this beginning'],
  ['ice -sea', 'ice where nothing says sea'],
  ['ice OR snow sea', 'sea, and one of the other two'],
] as const;

function Words({ site }: OfSite) {
  return (
    <section aria-labelledby="words">
      <h2 id="words">{contents.words}</h2>
      <dl class="pairs">
        {wordExamples.map(([words, meaning]) => (
          <NameValuePair
            name={
              <a href={searchHref(site, { conditions: { keyword: [words] } })}>
                <code>{words}</code>
              </a>
            }
          >
            {meaning}
          </NameValuePair>
        ))}
      </dl>
      <p>
        Case, accents and width do not matter (Müller, MULLER), and letters of Han, kana and Thai
        match where they are adjacent. Words such as <i>of</i> count in phrases only. There is no
        stemming: <code>glacier*</code> finds glaciers as well. A result ranks by the sum of its
        words: 3 for one in a title, 2 in a keyword or name, 1 in a description.
      </p>
    </section>
  );
}

function Conditions() {
  const conditions: readonly (readonly [string, Condition])[] = Object.entries(searchConditions);
  const qualifiers: readonly (readonly [string, Qualifier])[] = Object.entries(searchQualifiers);
  return (
    <section aria-labelledby="conditions">
      <h2 id="conditions">{contents.conditions}</h2>
      <p>
        The names are those of the options of <code>cdif-graph search</code> and of the parameters
        in addresses, where words are <code>q</code>. Each can be given several times: then all must
        be met, or it is enough that one is.
      </p>
      <div class="scroll" tabindex={0} role="region" aria-label="Conditions of a search">
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Is given</th>
              <th scope="col">Finds</th>
              <th scope="col">Several</th>
            </tr>
          </thead>
          <tbody>
            {conditions.map(([name, { argument, meaning, repeated }]) => (
              <tr>
                <th scope="row">
                  <code>{optionName(name)}</code>
                </th>
                <td>{argument}</td>
                <td>{meaning}</td>
                <td>{repeated === 'all' ? 'all' : 'one'}</td>
              </tr>
            ))}
            {qualifiers.map(([name, { argument = 'yes', meaning }]) => (
              <tr>
                <th scope="row">
                  <code>{optionName(name)}</code>
                </th>
                <td>{argument}</td>
                <td>{meaning}</td>
                <td>once</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Paths below the path of the site, and their content. */
const addresses = [
  ['/', 'Search: every state of it is an address that can be kept and sent'],
  ['/dataset/KEY', 'a resource with all its records; KEY stays the same in every catalogue'],
  ['/record/KEY', 'a record as harvested; 410 with the reason where it was removed'],
  [
    '/record/KEY.jsonld, .ttl, .nq',
    'the statements of the record as JSON-LD, Turtle, N-Quads; by Accept as well',
  ],
  ['/sources, /sources/NAME', 'the state of each source, its runs and what comes next'],
  [
    '/sources/NAME/urls, …/records, …/removals',
    'the URLs and records behind each number of a source, and those that were removed',
  ],
  ['/explain?url=URL', 'how one URL was found, and what was read there'],
  ['/runs, /runs/ID', 'what each run did, and what it took'],
  ['/problems, /problems/KIND', 'what is wrong; filtered by source, kind, severity, url, since'],
  ['/problems.csv', 'the same problems as CSV (RFC 4180)'],
  ['/ogc/', 'OGC API – Records: each source as a collection, for programs'],
  [
    '/query?query=SPARQL',
    'the editor with a query; bundled queries by name, with their parameters',
  ],
  ['/sparql', 'the endpoint of the SPARQL 1.1 Protocol'],
  ['/sitemap.xml, /cdif-list.json', 'all records for harvesters: their addresses, themselves'],
  ['/dump/', 'the whole catalogue as N-Quads, with checksums'],
  ['/changes.atom, /changes/', 'the records that each run created, updated and deleted'],
  ['/health', 'the number of the latest change, as JSON'],
] as const;

function Addresses({ site }: OfSite) {
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{contents.addresses}</h2>
      <dl class="pairs wide">
        {addresses.map(([path, meaning]) => (
          <NameValuePair
            name={
              <code>
                {path
                  .split(', ')
                  .map((each) => (each.startsWith('/') ? sitePath(site, each) : each))
                  .join(', ')}
              </code>
            }
          >
            {meaning}
          </NameValuePair>
        ))}
      </dl>
      <p>
        The results of a search are available as CSV, GeoJSON and Atom feed: the links are on the
        page of the search. All statements can be downloaded as a{' '}
        <a href={sitePath(site, '/dump/')}>dump</a>. Times are in UTC.
      </p>
    </section>
  );
}

/** The derived graphs of exports and queries, and their most frequent terms. */
const graphs = [
  [
    'urn:cdif-graph:provenance',
    'where our copies come from: URL, run, source, time, hash, and what typed links say',
  ],
  ['urn:cdif-graph:problems', 'the problems of the latest visits, as here under Problems'],
  [
    'urn:cdif-graph:index',
    'what each resource can be searched by, in one form however it was written',
  ],
  [
    'urn:cdif-graph:views',
    'FAIR Digital Object kernel records, and the typed links that should be sent',
  ],
] as const;

const terms = [
  ['dcterms:source', 'the URL of the document, as listed or linked'],
  ['prov:wasDerivedFrom', 'the URL that answered; of an entry of the index its record'],
  ['prov:generatedAtTime', 'when the answer began'],
  ['dcterms:isPartOf', 'each source that lists the URL'],
  ['foaf:topic', 'each resource that a record describes'],
  ['cdif:route', 'how the metadata was found: embedded, direct, rdf, microdata and others'],
  ['cdif:claimsProfile', 'each CDIF profile that the record claims'],
  ['cdif:unmetRule', 'each rule that the record did not meet when it was validated'],
  ['prov:invalidatedAtTime', 'when a record was removed; cdif:removedBecause says why'],
] as const;

const copiesQuery = `SELECT ?graph ?url ?source WHERE {
  GRAPH <urn:cdif-graph:provenance> {
    ?graph dcterms:source ?url ; dcterms:isPartOf ?source
  }
}
LIMIT 100
`;

function Vocabulary({ site }: OfSite) {
  return (
    <section aria-labelledby="vocabulary">
      <h2 id="vocabulary">{contents.vocabulary}</h2>
      <p>
        A record graph is what the publisher said and nothing more; its name is the URL of the
        document, and # and a key where the document holds several records. What the catalogue says
        itself stands in graphs of its own:
      </p>
      <dl class="pairs wide">
        {graphs.map(([name, meaning]) => (
          <NameValuePair name={<code>{name}</code>}>{meaning}</NameValuePair>
        ))}
      </dl>
      <p>
        For example, <a href={queryHref(site, copiesQuery)}>the URL and the source of each copy</a>{' '}
        in the <a href={sitePath(site, '/query')}>query editor</a>, which also has the bundled
        queries.
      </p>
      <h3>Terms about a copy</h3>
      <dl class="pairs wide">
        {terms.map(([name, meaning]) => (
          <NameValuePair name={<code>{name}</code>}>{meaning}</NameValuePair>
        ))}
      </dl>
    </section>
  );
}

/** What the severities mean. */
const severityMeanings = {
  error: 'Something is lost: a document, a record, a list of URLs, or a part of one.',
  warning:
    'Nothing was found where something was expected, or a record is less complete than intended.',
  info: 'Worth knowing: something was repaired, or left out because it has no meaning.',
} as const;

function Problems({ site }: OfSite) {
  const kinds = Object.keys(problemCatalogue) as ProblemKind[]; // its keys are kinds
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{contents.problems}</h2>
      <p>
        A problem is a fact about somebody's resource: a page that is not served, a script that is
        not JSON, an IRI that contains a blank. It never stops a harvest. Each kind has a page that
        says what it means, what to do, and which records and URLs have it.
      </p>
      {severities.map((severity) => (
        <>
          <h3>
            <SeverityMark severity={severity} />
          </h3>
          <p>{severityMeanings[severity]}</p>
          <ul class="names">
            {kinds
              .filter((kind) => problemCatalogue[kind].severity === severity)
              .map((kind) => (
                <li>
                  <a href={problemsHref(site, {}, kind)}>{problemCatalogue[kind].title}</a>
                </li>
              ))}
          </ul>
        </>
      ))}
    </section>
  );
}

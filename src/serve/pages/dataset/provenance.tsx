import { keptCopy } from '../../../catalogue/find-records.ts';
import type { Listing } from '../../../model/target.ts';
import { recordRouteTexts } from '../../../render/record-summary.ts';
import { describeDiscovery } from '../../../render/url-explanation.ts';
import { keptSentence } from '../../../render/visit-texts.ts';
import { explainHref, sourceHref } from '../../parts/addresses.ts';
import { NameValuePair, TimeElement } from '../../parts/layout.tsx';
import { WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.tsx';
import { sitePath } from '../../site.ts';
import { RecordNameLink } from './side-by-side.tsx';
import { datasetPath, type DatasetFormat } from './dataset-address.ts';
import type { DatasetRecord } from './find-dataset.ts';
import type { DatasetView } from './dataset-view.tsx';

interface OfRecord {
  readonly view: DatasetView;
  readonly record: DatasetRecord;
}

/** The provenance of each record, and links to its forms. */
export function Provenance({ view }: { readonly view: DatasetView }) {
  const { subject } = view;
  return (
    <section id="provenance" aria-labelledby="provenance-title">
      <h2 id="provenance-title">Provenance</h2>
      {subject.records.map((record) => {
        const facts = <RecordProvenance view={view} record={record} />;
        if (subject.records.length === 1) return facts;
        return (
          <details open={subject.records.length <= maxOpen}>
            <summary>
              <RecordNameLink record={record} />
            </summary>
            {facts}
          </details>
        );
      })}
      {subject.kind === 'record' ? null : <DatasetForms view={view} />}
    </section>
  );
}

const maxListings = 10;
/** With more records than this, the section of each record is folded. */
const maxOpen = 3;

function RecordProvenance({ view, record }: OfRecord) {
  const { copy, graph } = record;
  const { retrieval, route } = copy.document;
  const { documentUrl, recordIri, memberOf } = copy.facts;
  return (
    <dl class="pairs">
      {copy.listings.slice(0, maxListings).map((listing, at) => (
        <NameValuePair name={at === 0 ? 'Source' : ''}>
          <Found view={view} listing={listing} />
        </NameValuePair>
      ))}
      <NameValuePair name="Fetched">
        <span>
          <WebLink href={documentUrl}>
            <bdi>{shortened(documentUrl, 200)}</bdi>
          </WebLink>
          , <TimeElement at={retrieval.at} />
        </span>
      </NameValuePair>
      <OnlyKept view={view} record={record} />
      {retrieval.finalUrl === documentUrl ? null : (
        <NameValuePair name="Answered from">
          <WebLink href={retrieval.finalUrl}>
            <bdi>{shortened(retrieval.finalUrl, 200)}</bdi>
          </WebLink>
        </NameValuePair>
      )}
      <NameValuePair name="By way of">{recordRouteTexts[route]}</NameValuePair>
      <NameValuePair name="Record graph">
        <code dir="ltr">{shortened(graph, 500)}</code>
      </NameValuePair>
      {recordIri === undefined || recordIri === graph ? null : (
        <NameValuePair name="Record IRI">
          <code dir="ltr">{shortened(recordIri, 500)}</code>
        </NameValuePair>
      )}
      {memberOf.length === 0 ? null : (
        <NameValuePair name="In the list">
          <WebLink href={memberOf[0] ?? ''}>
            <bdi>{shortened(memberOf[0] ?? '', 200)}</bdi>
          </WebLink>
        </NameValuePair>
      )}
      {view.subject.kind === 'record' ? null : (
        <NameValuePair name="Record page">
          <a href={sitePath(view.site, datasetPath({ kind: 'record', key: record.key }))}>
            This record alone
          </a>
        </NameValuePair>
      )}
      <NameValuePair name="As">
        <Forms view={view} of={{ kind: 'record', key: record.key }} forms={recordForms} />
        <a href={explainHref(view.site, documentUrl)}>explain</a>
      </NameValuePair>
    </dl>
  );
}

/** Says that the latest visit of its URL did not give the record. */
function OnlyKept({ view, record: { copy } }: OfRecord) {
  const { snapshot } = view.state;
  const outcome = snapshot.outcomeOf(copy.facts.documentUrl);
  const kept = outcome && keptCopy(snapshot, copy, outcome);
  if (kept === undefined) return null;
  const sentence = keptSentence(kept, { subject: 'This record' });
  return <NameValuePair name="Only kept">{sentence}</NameValuePair>;
}

interface FoundProps {
  readonly view: DatasetView;
  readonly listing: Listing;
}

/** The source, and how it found the URL. */
function Found({ view, listing: { source, found } }: FoundProps) {
  return (
    <span>
      <a href={sourceHref(view.site, source)}>
        <bdi>{source}</bdi>
      </a>
      , <bdi>{shortened(describeDiscovery(found), 300)}</bdi>
    </span>
  );
}

const formNames = {
  raw: 'raw document',
  jsonld: 'JSON-LD',
  ttl: 'Turtle',
  nq: 'N-Quads',
  'linkset.json': 'linkset',
  'kernel.json': 'kernel record',
} as const satisfies Partial<Record<DatasetFormat, string>>;

type ShownForm = keyof typeof formNames;

const recordForms = Object.keys(formNames) as readonly ShownForm[]; // its own names

interface FormsProps {
  readonly view: DatasetView;
  readonly of: Parameters<typeof datasetPath>[0];
  readonly forms: readonly ShownForm[];
}

function Forms({ view, of, forms }: FormsProps) {
  return (
    <>
      {forms.map((form) => (
        <a href={sitePath(view.site, datasetPath(of, form))}>{formNames[form]}</a>
      ))}
    </>
  );
}

/** The formats of the joined metadata of all records. */
function DatasetForms({ view }: { readonly view: DatasetView }) {
  return (
    <dl class="pairs">
      <NameValuePair name={view.subject.graphs.length > 1 ? 'All records as' : 'Dataset as'}>
        <Forms view={view} of={view.subject} forms={['jsonld', 'ttl', 'nq', 'linkset.json']} />
      </NameValuePair>
    </dl>
  );
}

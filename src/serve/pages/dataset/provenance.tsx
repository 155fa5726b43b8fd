import type { Listing } from '../../../model/target.ts';
import { recordRouteTexts } from '../../../render/record-summary.ts';
import { discoveryText } from '../../../render/url-look.ts';
import { explainHref, sourceHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { Pair } from '../../parts/pair.tsx';
import { WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.ts';
import { sitePath } from '../../site.ts';
import { RecordName } from './side-by-side.tsx';
import { pathOf, type SubjectForm } from './subject-address.ts';
import type { SubjectRecord } from './subject.ts';
import type { SubjectView } from './view.ts';

interface OfRecord {
  readonly view: SubjectView;
  readonly record: SubjectRecord;
}

/** Where our copy of each record is from, and links to its forms. */
export function Provenance({ view }: { readonly view: SubjectView }) {
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
              <RecordName record={record} />
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
/** Of more records one is looked up, and not all are read. */
const maxOpen = 3;

function RecordProvenance({ view, record }: OfRecord) {
  const { copy, graph } = record;
  const { retrieval, route } = copy.document;
  const { documentUrl, recordIri, memberOf } = copy.facts;
  return (
    <dl class="pairs">
      {copy.listings.slice(0, maxListings).map((listing, at) => (
        <Pair name={at === 0 ? 'Source' : ''}>
          <Found view={view} listing={listing} />
        </Pair>
      ))}
      <Pair name="Fetched">
        <span>
          <WebLink href={documentUrl}>
            <bdi>{shortened(documentUrl, 200)}</bdi>
          </WebLink>
          , <Moment at={retrieval.at} />
        </span>
      </Pair>
      {retrieval.finalUrl === documentUrl ? null : (
        <Pair name="Answered from">
          <WebLink href={retrieval.finalUrl}>
            <bdi>{shortened(retrieval.finalUrl, 200)}</bdi>
          </WebLink>
        </Pair>
      )}
      <Pair name="By way of">{recordRouteTexts[route]}</Pair>
      <Pair name="Record graph">
        <code dir="ltr">{shortened(graph, 500)}</code>
      </Pair>
      {recordIri === undefined || recordIri === graph ? null : (
        <Pair name="Record IRI">
          <code dir="ltr">{shortened(recordIri, 500)}</code>
        </Pair>
      )}
      {memberOf.length === 0 ? null : (
        <Pair name="In the list">
          <WebLink href={memberOf[0] ?? ''}>
            <bdi>{shortened(memberOf[0] ?? '', 200)}</bdi>
          </WebLink>
        </Pair>
      )}
      {view.subject.kind === 'record' ? null : (
        <Pair name="Record page">
          <a href={sitePath(view.site, pathOf({ kind: 'record', key: record.key }))}>
            This record alone
          </a>
        </Pair>
      )}
      <Pair name="As">
        <Forms view={view} of={{ kind: 'record', key: record.key }} forms={recordForms} />
        <a href={explainHref(view.site, documentUrl)}>explain</a>
      </Pair>
    </dl>
  );
}

interface FoundProps {
  readonly view: SubjectView;
  readonly listing: Listing;
}

/** The source, and how it came to the URL. */
function Found({ view, listing: { source, found } }: FoundProps) {
  return (
    <span>
      <a href={sourceHref(view.site, source)}>
        <bdi>{source}</bdi>
      </a>
      , <bdi>{shortened(discoveryText(found), 300)}</bdi>
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
} as const satisfies Partial<Record<SubjectForm, string>>;

type ShownForm = keyof typeof formNames;

const recordForms = Object.keys(formNames) as readonly ShownForm[]; // its own names

interface FormsProps {
  readonly view: SubjectView;
  readonly of: Parameters<typeof pathOf>[0];
  readonly forms: readonly ShownForm[];
}

function Forms({ view, of, forms }: FormsProps) {
  return (
    <>
      {forms.map((form) => (
        <a href={sitePath(view.site, pathOf(of, form))}>{formNames[form]}</a>
      ))}
    </>
  );
}

/** What all records say together. */
function DatasetForms({ view }: { readonly view: SubjectView }) {
  return (
    <dl class="pairs">
      <Pair name={view.subject.graphs.length > 1 ? 'All records as' : 'Dataset as'}>
        <Forms view={view} of={view.subject} forms={['jsonld', 'ttl', 'nq', 'linkset.json']} />
      </Pair>
    </dl>
  );
}

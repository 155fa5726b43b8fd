import type { SearchFacts } from '../../../model/search-facts.ts';
import type { Tombstone } from '../../../model/url-update.ts';
import { UsageFault } from '../../../model/fault.ts';
import { searchIndexContent } from '../../../search/search-index.ts';
import { formatDate } from '../../../text/amounts.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { pageKey } from '../../page-keys.ts';
import { compareHref, datasetHref, maxCompared } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { Literal } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.tsx';
import { sitePath, type Site } from '../../site.ts';
import { type ComparedDataset, Comparison, DatasetName } from './comparison.tsx';
import { datasetPath } from './dataset-address.ts';
import {
  datasetTitle,
  findDataset,
  findRecordDataset,
  type FoundDataset,
  joinedDetails,
  readShownDataset,
  type ShownDataset,
} from './find-dataset.ts';
import { countDatasetProblems, problemsOfRecords } from './problems.tsx';

/** The route of the comparison of datasets, whose page keys are values of `dataset`. */
export const compareRoutes = { '/compare': { answer: compareAnswer } } as const;

/** The number of values of the URL that are looked up. */
const maxAsked = 20;

function compareAnswer(request: PageRequest): PageAnswer {
  const { site, state, query } = request;
  const asked = query.getAll('dataset');
  const wanted = [...new Set(asked.map((text) => text.trim()))].filter((text) => text !== '');
  const looked = wanted.slice(0, maxAsked).map((text) => lookUp(state, text));
  const canonical = [...new Set(looked.flatMap(namesOf))];
  // An address or identifier that was entered becomes a key; blank fields are dropped.
  if (JSON.stringify(canonical) !== JSON.stringify(asked)) {
    return redirection(compareHref(site, canonical));
  }
  const found = looked.flatMap((each) => (each.kind === 'found' ? each.found : []));
  const page = <ComparePage request={request} looked={looked} found={found} />;
  const isUnknown = wanted.length > 0 && found.length === 0;
  return htmlAnswer(page, isUnknown ? { status: 404 } : {});
}

function redirection(location: string): PageAnswer {
  return {
    status: 303,
    contentType: 'text/plain; charset=utf-8',
    body: `${location}\n`,
    headers: { Location: location },
  };
}

/** A value of the URL, and what it names. */
type LookedUp =
  | { readonly kind: 'found'; readonly found: readonly FoundDataset[] }
  | { readonly kind: 'removed'; readonly key: string; readonly tombstone: Tombstone }
  | { readonly kind: 'unknown'; readonly text: string };

const key = /^[\da-f]{20}$/u;
const pageAddress = /\/(?:dataset|record)\/([\da-f]{20})(?![\da-f])/u;

/** Looks up a page key, the address of a page, or an identifier. */
function lookUp(state: CatalogueState, text: string): LookedUp {
  const named = key.test(text) ? text : pageAddress.exec(text)?.[1];
  const found = named === undefined ? identifiedDatasets(state, text) : datasetsOfKey(state, named);
  if (found.length > 0) return { kind: 'found', found };
  const [tombstone] = named === undefined ? [] : state.keys.removedRecordsOf(named, state.snapshot);
  return named === undefined || tombstone === undefined
    ? { kind: 'unknown', text }
    : { kind: 'removed', key: named, tombstone };
}

/** @param named the key of a dataset or of a record */
function datasetsOfKey(state: CatalogueState, named: string): readonly FoundDataset[] {
  const record = findRecordDataset(state, named);
  const found =
    findDataset(state, named) ?? (record && findDataset(state, pageKey(record.resource)));
  return found === undefined ? [] : [found];
}

function identifiedDatasets(state: CatalogueState, text: string): readonly FoundDataset[] {
  try {
    const request = { identifier: [text], limit: maxCompared };
    const { found } = searchIndexContent(state.index, state.snapshot, request);
    return found.flatMap(({ result }) => findDataset(state, pageKey(result.key)) ?? []);
  } catch (error) {
    if (error instanceof UsageFault) return [];
    throw error;
  }
}

/** The values of the URL for the same comparison. */
function namesOf(looked: LookedUp): readonly string[] {
  switch (looked.kind) {
    case 'found':
      return looked.found.map((each) => each.key);
    case 'removed':
      return [looked.key];
    case 'unknown':
      return [looked.text];
  }
}

interface ComparePageProps {
  readonly request: PageRequest;
  readonly looked: readonly LookedUp[];
  readonly found: readonly FoundDataset[];
}

function ComparePage({ request, looked, found }: ComparePageProps) {
  const { site, state, languages } = request;
  const compared = found.slice(0, maxCompared);
  const datasets = compared.map((each, at) => comparedDataset(request, each, at));
  return (
    <Layout
      site={site}
      state={state}
      title="Compare datasets"
      kind="comparison"
      head={<meta name="robots" content="noindex, nofollow" />}
    >
      <h1>Compare datasets</h1>
      <Remarks site={site} looked={looked} leftOut={found.slice(maxCompared)} />
      {datasets.length > 1 ? (
        <Comparison {...{ site, datasets, languages }} />
      ) : (
        <ul class="chosen">
          {datasets.map((dataset) => (
            <li>
              <DatasetName {...{ site, dataset, datasets }} />
            </li>
          ))}
        </ul>
      )}
      <AddDataset site={site} datasets={datasets} />
    </Layout>
  );
}

function comparedDataset(
  { site, state, languages }: PageRequest,
  found: FoundDataset,
  at: number,
): ComparedDataset {
  const reading = { extent: 'first', languages } as const;
  const subject = readShownDataset(state.snapshot, found, reading);
  const problems = problemsOfRecords({ site, state, subject, languages, all: undefined });
  return {
    ...subject.main,
    letter: String.fromCodePoint('A'.charCodeAt(0) + at),
    key: subject.key,
    resourceKey: subject.resource,
    title: datasetTitle(subject, languages),
    details: joinedDetails(subject),
    search: joinedFacts(subject),
    sources: [...new Set(subject.records.flatMap(({ sources }) => sources))].toSorted(),
    problems: countDatasetProblems(problems),
  };
}

/** Joins the search facts as `joinedDetails` does: each from the first record that has it. */
function joinedFacts({ records }: ShownDataset): SearchFacts | undefined {
  const facts = records.flatMap(({ search }) => search ?? []);
  const [first] = facts;
  if (first === undefined) return undefined;
  const texts = facts
    .flatMap((each) => Object.entries(each.texts))
    .filter(([, value]) => {
      return value !== undefined && !(Array.isArray(value) && value.length === 0);
    });
  return {
    ...first,
    places: facts.find(({ places }) => places.boxes.length > 0)?.places ?? first.places,
    times:
      facts.find(({ times }) => times.periods.length + times.ages.length > 0)?.times ?? first.times,
    variables: facts.find(({ variables }) => variables.length > 0)?.variables ?? [],
    // The entries of the first records replace the later ones.
    texts: { ...first.texts, ...Object.fromEntries(texts.toReversed()) },
  };
}

interface RemarksProps {
  readonly site: Site;
  readonly looked: readonly LookedUp[];
  readonly leftOut: readonly FoundDataset[];
}

/** Names the datasets of the URL that were removed, are unknown, or exceed the maximum. */
function Remarks({ site, looked, leftOut }: RemarksProps) {
  const missing = looked.filter((each) => each.kind !== 'found');
  if (missing.length === 0 && leftOut.length === 0) return null;
  return (
    <ul class="empty">
      {missing.map((each) => (
        <li>
          {each.kind === 'removed' ? (
            <>
              <a href={sitePath(site, datasetPath({ kind: 'dataset', key: each.key }))}>
                <Literal text={shortened(each.tombstone.title ?? each.key, 200)} />
              </a>{' '}
              was removed from the catalogue on {formatDate(each.tombstone.at)}.
            </>
          ) : (
            <>
              No dataset here has the key, address or identifier{' '}
              <bdi>“{shortened(each.text, 200)}”</bdi>.
            </>
          )}
        </li>
      ))}
      {leftOut.length === 0 ? null : (
        <li>
          At most {maxCompared} datasets are compared. Not shown:{' '}
          {leftOut.map(({ resource, records: [record] }, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={datasetHref(site, resource)}>
                <Literal text={shortened(record.resource.name ?? resource, 100)} />
              </a>
            </>
          ))}
        </li>
      )}
    </ul>
  );
}

interface AddDatasetProps {
  readonly site: Site;
  readonly datasets: readonly ComparedDataset[];
}

function AddDataset({ site, datasets }: AddDatasetProps) {
  if (datasets.length === maxCompared) {
    return <p class="soft">Remove a dataset to add another: at most {maxCompared} are compared.</p>;
  }
  return (
    <section aria-labelledby="add-title">
      <h2 id="add-title">{datasets.length === 0 ? 'Add datasets' : 'Add another dataset'}</h2>
      <form class="add" action={sitePath(site, '/compare')}>
        {datasets.map((each) => (
          <input type="hidden" name="dataset" value={each.key} />
        ))}
        <label>
          Its identifier, such as a DOI, or the address of its page here{' '}
          <input type="text" name="dataset" required autocomplete="off" />
        </label>
        <button type="submit">Compare</button>
      </form>
      <p class="soft">
        Or <a href={sitePath(site, '/')}>search</a>, tick up to {maxCompared} results, and choose
        “Compare selected” below them.
      </p>
    </section>
  );
}

import type { Tombstone } from '../../../model/url-update.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { missingPage } from '../other-pages.tsx';
import { type DatasetFormat, linkedMediaTypes, readRequestedFormat } from './dataset-address.ts';
import { formatAnswer, linkHeader } from './dataset-formats.ts';
import { DatasetPage } from './dataset-page.tsx';
import { readLongPart } from './dataset-view.tsx';
import {
  findDataset,
  findRecordDataset,
  type FoundDataset,
  readShownDataset,
} from './find-dataset.ts';
import { GonePage } from './gone-page.tsx';

/** The routes of datasets and of records, in all formats. */
export const datasetRoutes = {
  '/dataset/:key': { mediaTypes: linkedMediaTypes, answer: datasetAnswer },
  '/dataset/:key/:form': { answer: datasetAnswer },
  '/record/:key': { mediaTypes: linkedMediaTypes, answer: recordAnswer },
  '/record/:key/:form': { answer: recordAnswer },
} as const;

function datasetAnswer(request: PageRequest): PageAnswer {
  const { state, parts, mediaType } = request;
  const wanted = readRequestedFormat(parts, mediaType);
  if (wanted === undefined) return noSuchPage(request);
  const found = findDataset(state, wanted.key);
  if (found !== undefined) return subjectAnswer(request, found, wanted.form);
  return goneAnswer(request, 'dataset', state.keys.removedRecordsOf(wanted.key, state.snapshot));
}

function recordAnswer(request: PageRequest): PageAnswer {
  const { state, parts, mediaType } = request;
  const wanted = readRequestedFormat(parts, mediaType);
  if (wanted === undefined) return noSuchPage(request);
  const found = findRecordDataset(state, wanted.key);
  if (found !== undefined) return subjectAnswer(request, found, wanted.form);
  const graph = state.keys.graphOf(wanted.key);
  const tombstone = graph === undefined ? undefined : state.snapshot.tombstoneOf(graph);
  return goneAnswer(request, 'record', tombstone === undefined ? [] : [tombstone]);
}

function subjectAnswer(
  request: PageRequest,
  found: FoundDataset,
  form: DatasetFormat | undefined,
): PageAnswer {
  const { site, state, languages, query } = request;
  const { snapshot } = state;
  if (form !== undefined) {
    return formatAnswer(form, { site, snapshot, found, languages }) ?? noSuchPage(request);
  }
  const all = readLongPart(query);
  const extent = all === undefined ? 'first' : 'many';
  const subject = readShownDataset(snapshot, found, { extent, languages });
  const page = <DatasetPage view={{ site, state, subject, languages, all }} />;
  return htmlAnswer(page, { headers: { Link: linkHeader(site, subject) } });
}

/** The page of a removed dataset, or a 404 page. */
function goneAnswer(
  request: PageRequest,
  kind: FoundDataset['kind'],
  [first, ...others]: readonly Tombstone[],
): PageAnswer {
  const { site, state } = request;
  if (first === undefined) return noSuchPage(request);
  const page = <GonePage site={site} state={state} kind={kind} tombstones={[first, ...others]} />;
  return htmlAnswer(page, { status: 410 });
}

function noSuchPage({ site }: PageRequest): PageAnswer {
  return { status: 404, contentType: 'text/html; charset=utf-8', body: missingPage(site) };
}

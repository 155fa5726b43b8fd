import type { Tombstone } from '../../../model/tombstone.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { missingPage } from '../other-pages.tsx';
import { GonePage } from './gone-page.tsx';
import { pageMediaTypes, readWantedForm, type SubjectForm } from './subject-address.ts';
import { formAnswer } from './subject-forms.ts';
import { linkHeader } from './subject-links.ts';
import { SubjectPage } from './subject-page.tsx';
import { datasetSubject, readSubject, recordSubject, type FoundSubject } from './subject.ts';
import { readLongPart } from './view.ts';

/** What is answered under the paths of datasets and of records, in all forms. */
export const subjectRoutes = {
  '/dataset/:key': { mediaTypes: pageMediaTypes, answer: datasetAnswer },
  '/dataset/:key/:form': { answer: datasetAnswer },
  '/record/:key': { mediaTypes: pageMediaTypes, answer: recordAnswer },
  '/record/:key/:form': { answer: recordAnswer },
} as const;

function datasetAnswer(request: PageRequest): Answer {
  const { state, parts, mediaType } = request;
  const wanted = readWantedForm(parts, mediaType);
  if (wanted === undefined) return noSuchPage(request);
  const found = datasetSubject(state, wanted.key);
  if (found !== undefined) return subjectAnswer(request, found, wanted.form);
  return goneAnswer(request, 'dataset', state.keys.removedRecordsOf(wanted.key, state.snapshot));
}

function recordAnswer(request: PageRequest): Answer {
  const { state, parts, mediaType } = request;
  const wanted = readWantedForm(parts, mediaType);
  if (wanted === undefined) return noSuchPage(request);
  const found = recordSubject(state, wanted.key);
  if (found !== undefined) return subjectAnswer(request, found, wanted.form);
  const graph = state.keys.graphOf(wanted.key);
  const tombstone = graph === undefined ? undefined : state.snapshot.tombstoneOf(graph);
  return goneAnswer(request, 'record', tombstone === undefined ? [] : [tombstone]);
}

function subjectAnswer(
  request: PageRequest,
  found: FoundSubject,
  form: SubjectForm | undefined,
): Answer {
  const { site, state, languages, query } = request;
  const { snapshot } = state;
  if (form !== undefined) {
    return formAnswer(form, { site, snapshot, found, languages }) ?? noSuchPage(request);
  }
  const all = readLongPart(query);
  const extent = all === undefined ? 'first' : 'many';
  const subject = readSubject(snapshot, found, { extent, languages });
  const page = <SubjectPage view={{ site, state, subject, languages, all }} />;
  return htmlAnswer(page, { headers: { Link: linkHeader(site, subject) } });
}

/** That it was removed, and of what was never there that there is no such page. */
function goneAnswer(
  request: PageRequest,
  kind: FoundSubject['kind'],
  [first, ...others]: readonly Tombstone[],
): Answer {
  const { site, state } = request;
  if (first === undefined) return noSuchPage(request);
  const page = <GonePage site={site} state={state} kind={kind} tombstones={[first, ...others]} />;
  return htmlAnswer(page, { status: 410 });
}

function noSuchPage({ site }: PageRequest): Answer {
  return { status: 404, contentType: 'text/html; charset=utf-8', body: missingPage(site) };
}

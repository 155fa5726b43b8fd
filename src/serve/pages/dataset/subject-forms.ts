import { bibtex } from '../../../export/citation/bibtex.ts';
import { citedWork, type CitedWork } from '../../../export/citation/cited-work.ts';
import { ris } from '../../../export/citation/ris.ts';
import { kernelJsonLdText } from '../../../export/kernel-json-ld.ts';
import { serialisations } from '../../../export/serialisations.ts';
import { readRecordGraph } from '../../../facts/record/record-graph.ts';
import { documentOfRecord } from '../../../store/find-records.ts';
import type { GraphPiece } from '../../../store/store.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { kernelJsonText } from '../../../views/kernel/kernel-json.ts';
import { kernelProfiles } from '../../../views/kernel/kernel-profiles.ts';
import type { KernelRecord } from '../../../views/kernel/kernel-record.ts';
import { kernelRecord } from '../../../views/kernel/read-kernel.ts';
import { linksetJson, linksetText } from '../../../views/signposting/linksets.ts';
import type { Answer } from '../../page.ts';
import { siteUrl, type Site } from '../../site.ts';
import { formMediaTypes, pathOf, type SubjectForm } from './subject-address.ts';
import { pageLinkSets } from './subject-links.ts';
import {
  joinedDetails,
  readSubject,
  textOf,
  titleOf,
  type FoundSubject,
  type Subject,
} from './subject.ts';

interface FormOf {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly found: FoundSubject;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** Makes the text of each form; undefined where a page has none. */
const bodies = {
  jsonld: (of) => statementsIn('jsonld', of),
  ttl: (of) => statementsIn('ttl', of),
  nq: (of) => statementsIn('nq', of),
  'linkset.json': (of) => {
    return `${JSON.stringify(linksetJson(pageLinkSets(of.site, subjectOf(of))))}\n`;
  },
  linkset: (of) => linksetText(pageLinkSets(of.site, subjectOf(of))),
  bib: (of) => bibtex(workOf(of.site, subjectOf(of), of.languages)),
  ris: (of) => ris(workOf(of.site, subjectOf(of), of.languages)),
  'kernel.json': (of) => {
    const record = kernelOf(of);
    return record && kernelJsonText(record, kernelProfiles.rda);
  },
  'kernel.jsonld': (of) => {
    const record = kernelOf(of);
    return record && kernelJsonLdText(record);
  },
  raw: ({ snapshot, found: { kind, records } }) => {
    return kind === 'record' ? documentOfRecord(snapshot, records[0].graph)?.json : undefined;
  },
} as const satisfies Record<SubjectForm, (of: FormOf) => Answer['body'] | undefined>;

/** A page in another form than HTML; undefined where it has none. */
export function formAnswer(form: SubjectForm, of: FormOf): Answer | undefined {
  const body = bodies[form](of);
  if (body === undefined) return undefined;
  const { site, found } = of;
  const mediaType = formMediaTypes[form];
  const isText = /^text\/|bibtex|research-info/u.test(mediaType);
  const page = siteUrl(site, pathOf(found));
  return {
    contentType: isText ? `${mediaType}; charset=utf-8` : mediaType,
    body,
    headers: {
      Link: `<${page}>; rel="describes"; type="text/html"`,
      'Content-Disposition': `inline; filename="${fileNameOf(found, form)}"`,
    },
  };
}

function fileNameOf({ key }: FoundSubject, form: SubjectForm): string {
  return form === 'raw' ? `${key}.raw.jsonld` : `${key}.${form}`;
}

/** More statements are sent while they are written, and not kept for further requests. */
const maxWholeStatements = 2000;

function statementsIn(
  format: 'jsonld' | 'nq' | 'ttl',
  { snapshot, found }: FormOf,
): Answer['body'] {
  const { graphs, records } = found;
  let statements = 0;
  for (const { copy } of records) statements += copy.facts.quads;
  const isShort = graphs.length === records.length && statements <= maxWholeStatements;
  const parts = serialised(format, piecesOf(snapshot, graphs));
  return isShort ? [...parts].join('') : parts;
}

function* piecesOf(snapshot: Snapshot, graphs: readonly string[]): Generator<GraphPiece> {
  for (const graph of graphs) yield { graph, nquads: snapshot.nquadsOf(graph) ?? '' };
}

function* serialised(
  format: 'jsonld' | 'nq' | 'ttl',
  pieces: Iterable<GraphPiece>,
): Generator<string> {
  const document = serialisations[format]();
  yield document.head;
  for (const piece of pieces) if (piece.nquads !== '') yield* document.write(piece);
  yield document.end();
}

function subjectOf({ snapshot, found, languages }: FormOf): Subject {
  return readSubject(snapshot, found, { extent: 'first', languages });
}

function kernelOf({ snapshot, found }: FormOf): KernelRecord | undefined {
  const [record] = found.records;
  const { graph, resource } = record;
  const { nquads } = textOf(snapshot, record, 'first');
  return kernelRecord(readRecordGraph({ graph, nquads }), resource);
}

/** What is cited of the resource of a page, in the language that a reader understands best. */
export function workOf(site: Site, subject: Subject, languages: readonly string[]): CitedWork {
  return citedWork({
    details: joinedDetails(subject),
    title: titleOf(subject, languages).text,
    page: subject.publisherLinks?.anchor ?? siteUrl(site, pathOf(subject)),
  });
}

import { recordJsonLd } from '../../../export/record-json-ld.ts';
import { turtle } from '../../../export/serialisations.ts';
import { iriTerm, plainLiteral, typedLiteral } from '../../../rdf/n-quads.ts';
import { dcat, dcterms, rdf, spdx, voidTerms, xsd } from '../../../rdf/vocabularies.ts';
import { type Site, urlOnSite } from '../../site.ts';
import type { DumpedFile, DumpPart } from './dump-files.ts';
import type { Dump } from './dump-keeper.ts';

/** What a part of a dump contains, in words. */
export const partTitles: Readonly<Record<DumpPart, string>> = {
  records: 'Record graphs: what publishers stated, a named graph for each metadata record',
  index: 'Index: normalised facts for search, in the graph urn:cdif-graph:index',
  views: 'Views: kernel attributes and typed links, in the graph urn:cdif-graph:views',
};

/** The URL of a file of a dump. */
export function dumpFileUrl(site: Site, { change }: Dump, { name }: DumpedFile): string {
  return urlOnSite(site, `/dump/${change}/${name}`);
}

/**
 * The description of a dump in VoID and DCAT 3, without blank nodes: the dump is a dataset with a
 * distribution for each file, and in VoID with a subset for each.
 */
export function describeDump(format: 'jsonld' | 'ttl', site: Site, dump: Dump): string {
  const graph = urlOnSite(site, '/dump/');
  const nquads = dumpTriples(site, dump)
    .map((triple) => `${triple} ${iriTerm(graph)} .\n`)
    .join('');
  const resources = [dumpIri(site)];
  if (format === 'jsonld') return [...recordJsonLd({ graph, nquads, resources })].join('');
  const document = turtle();
  return document.head + [...document.write({ graph, nquads })].join('') + document.end();
}

/** The IRI of the dump as a dataset. */
export function dumpIri(site: Site): string {
  return `${urlOnSite(site, '/dump/')}#dataset`;
}

function dumpTriples(site: Site, dump: Dump): readonly string[] {
  const whole = dumpIri(site);
  const { files, at, change } = dump;
  const [changed, modified] = [plainLiteral(String(change)), typed(at, xsd.dateTime)];
  const total = files.reduce((sum, { statements }) => sum + statements, 0);
  return [
    ...about(whole, [
      [rdf.type, iriTerm(dcat.Dataset)],
      [rdf.type, iriTerm(voidTerms.Dataset)],
      [dcterms.title, plainLiteral(site.title)],
      [dcterms.modified, modified],
      [dcat.version, changed],
      [voidTerms.triples, typed(total, xsd.integer)],
      [voidTerms.feature, iriTerm(nQuadsFeature)],
      ...files.flatMap((file): Pair[] => [
        [dcat.distribution, iriTerm(dumpFileUrl(site, dump, file))],
        [voidTerms.dataDump, iriTerm(dumpFileUrl(site, dump, file))],
        [voidTerms.subset, iriTerm(partIri(site, file))],
      ]),
    ]),
    ...files.flatMap((file) => fileTriples(site, dump, file)),
  ];
}

/** A pair of property and term. */
type Pair = readonly [string, string];

function fileTriples(site: Site, dump: Dump, file: DumpedFile): readonly string[] {
  const url = dumpFileUrl(site, dump, file);
  const checksum = `${url}#sha256`;
  const title = plainLiteral(partTitles[file.part]);
  return [
    ...about(partIri(site, file), [
      [rdf.type, iriTerm(voidTerms.Dataset)],
      [dcterms.title, title],
      [voidTerms.triples, typed(file.statements, xsd.integer)],
      [voidTerms.feature, iriTerm(nQuadsFeature)],
      [voidTerms.dataDump, iriTerm(url)],
    ]),
    ...about(url, [
      [rdf.type, iriTerm(dcat.Distribution)],
      [dcterms.title, title],
      [dcterms.modified, typed(dump.at, xsd.dateTime)],
      [dcat.downloadURL, iriTerm(url)],
      [dcat.mediaType, iriTerm(`${mediaTypes}application/n-quads`)],
      [dcat.compressFormat, iriTerm(`${mediaTypes}application/gzip`)],
      [dcat.byteSize, typed(file.bytes, xsd.nonNegativeInteger)],
      [spdx.checksum, iriTerm(checksum)],
    ]),
    ...about(checksum, [
      [rdf.type, iriTerm(spdx.Checksum)],
      [spdx.algorithm, iriTerm(spdx.checksumAlgorithm_sha256)],
      [spdx.checksumValue, typed(file.sha256, xsd.hexBinary)],
    ]),
  ];
}

const mediaTypes = 'https://www.iana.org/assignments/media-types/';
const nQuadsFeature = 'http://www.w3.org/ns/formats/N-Quads';

function partIri(site: Site, { part }: DumpedFile): string {
  return `${urlOnSite(site, '/dump/')}#${part}`;
}

function about(subject: string, pairs: readonly Pair[]): readonly string[] {
  return pairs.map(([predicate, term]) => `${iriTerm(subject)} ${iriTerm(predicate)} ${term}`);
}

function typed(value: number | string, datatype: string): string {
  return typedLiteral(String(value), iriTerm(datatype));
}

/** The list of the files of a dump, for programs. */
export function dumpListing(site: Site, dump: Dump): unknown {
  return {
    change: dump.change,
    complete: dump.at,
    records: dump.records,
    files: dump.files.map((file) => ({
      part: file.part,
      url: dumpFileUrl(site, dump, file),
      bytes: file.bytes,
      sha256: file.sha256,
      statements: file.statements,
    })),
  };
}

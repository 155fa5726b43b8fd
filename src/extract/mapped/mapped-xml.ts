import type { ExtractionRoute } from '../../model/record.ts';
import { decodeJson, declaredCharset } from '../character-decoding.ts';
import { type ExtractRoute, failedOutcome, producedDocument } from '../route.ts';
import { dataciteToJsonLd } from './datacite-to-json-ld.ts';
import { readDataciteXml } from './datacite-xml.ts';
import { dublinCoreToJsonLd } from './dublin-core-to-json-ld.ts';
import { compactObject, sharedNames, trimmedText } from './json-ld-values.ts';
import { childNamed, childrenNamed, readXmlTree, type XmlNode } from './xml-tree.ts';

const oaiNamespace = 'http://www.openarchives.org/OAI/2.0/';

/** An XML metadata format that is mapped to schema.org, and where its metadata is. */
interface MappedFormat {
  /** Prefixes of the namespaces of its versions. */
  readonly namespaces: readonly string[];
  readonly route: ExtractionRoute;
  readonly map: (root: XmlNode, record: Readonly<Record<string, unknown>>) => object;
}

const mappedFormats: readonly MappedFormat[] = [
  {
    namespaces: ['http://datacite.org/schema/kernel-'],
    route: 'datacite',
    map: (resource, record) => dataciteToJsonLd(readDataciteXml(resource), record),
  },
  {
    namespaces: ['http://schema.datacite.org/oai/oai-'],
    route: 'datacite',
    map: (wrapper, record) => {
      const resource = childNamed(childNamed(wrapper, 'payload'), 'resource') ?? wrapper;
      return dataciteToJsonLd(readDataciteXml(resource), record);
    },
  },
  {
    namespaces: ['http://www.openarchives.org/OAI/2.0/oai_dc/', 'http://purl.org/dc/terms/'],
    route: 'dublinCore',
    map: dublinCoreToJsonLd,
  },
];

/** Whether a root element is that of an XML document that is mapped to schema.org. */
export function isMappedXml({
  namespace,
  localName,
}: Pick<XmlNode, 'namespace' | 'localName'>): boolean {
  if (namespace === oaiNamespace) return localName === 'OAI-PMH' || localName === 'record';
  return findFormat(namespace) !== undefined;
}

function findFormat(namespace: string): MappedFormat | undefined {
  return mappedFormats.find(({ namespaces }) =>
    namespaces.some((each) => namespace.startsWith(each)),
  );
}

/**
 * Extracts metadata in an XML format that is mapped to schema.org: a document by itself, a record of
 * OAI-PMH, or the records of a response of OAI-PMH.
 */
export const mappedXmlRoute: ExtractRoute = {
  decode: (body, charset) => decodeJson(body, charset ?? declaredCharset(body)),

  *extract({ response: { target, retrieval, contentType }, decoded: { text } }) {
    const { url } = target;
    const reading = readXmlTree(text);
    if (reading.kind === 'malformed') {
      yield failedOutcome({ ...reading, kind: 'xml-malformed', url });
      return;
    }
    const place = { documentUrl: url, baseIri: retrieval.finalUrl };
    const records = findRecords(reading.root);
    const mapped = records.map(({ metadata, record }) => {
      const format = findFormat(metadata.namespace);
      return format && { route: format.route, value: format.map(metadata, record) };
    });
    const isShared = sharedNames(mapped.flatMap((each) => each?.value ?? []));
    for (const [index, found] of mapped.entries()) {
      if (found === undefined) {
        const format = records[index]?.metadata.namespace ?? '';
        yield failedOutcome({ kind: 'metadata-format-unread', url, format, contentType });
        continue;
      }
      const piece = records.length > 1 ? { piece: { sharesName: isShared(found.value) } } : {};
      const json = JSON.stringify(found.value);
      yield producedDocument({ ...place, ...piece, route: found.route, json });
    }
    if (records.length === 0) yield failedOutcome({ kind: 'no-metadata', url });
  },
};

/** Metadata in XML, and what its OAI-PMH header says of it. */
interface XmlRecord {
  readonly metadata: XmlNode;
  readonly record: Readonly<Record<string, unknown>>;
}

/** A document is a record without a header; a deleted record has no metadata. */
function findRecords(root: XmlNode): readonly XmlRecord[] {
  if (root.namespace !== oaiNamespace) return [{ metadata: root, record: {} }];
  const answers = ['GetRecord', 'ListRecords'].flatMap((verb) => childrenNamed(root, verb));
  const records =
    root.localName === 'record' ? [root] : answers.flatMap((each) => childrenNamed(each, 'record'));
  return records.flatMap((each) => {
    const [metadata] = childNamed(each, 'metadata')?.children ?? [];
    const header = childNamed(each, 'header');
    return metadata === undefined ? [] : [{ metadata, record: readHeader(header) }];
  });
}

/** OAI-PMH 2.0, 2.5: the identifier of the record, and when it was created or changed. */
function readHeader(header: XmlNode | undefined): Readonly<Record<string, unknown>> {
  return compactObject({
    identifier: trimmedText(childNamed(header, 'identifier')?.text),
    dateModified: trimmedText(childNamed(header, 'datestamp')?.text),
  });
}

import { findMappedForm, isDublinCore, type MappedForm } from '../../model/metadata-namespaces.ts';
import type { ExtractionRoute } from '../../model/record.ts';
import { createPartFinder } from '../../text/text-position.ts';
import { decodeJson, declaredCharset } from '../character-decoding.ts';
import { type ExtractRoute, failedOutcome, producedDocument } from '../route.ts';
import { dataciteToJsonLd } from './datacite-to-json-ld.ts';
import { readDataciteXml } from './datacite-xml.ts';
import { dublinCoreToJsonLd } from './dublin-core-to-json-ld.ts';
import { compactObject, sharedNames, trimmedText } from './json-ld-values.ts';
import {
  childNamed,
  childrenNamed,
  mendXmlCharacters,
  readXmlTree,
  type XmlNode,
} from './xml-tree.ts';

const oaiNamespace = 'http://www.openarchives.org/OAI/2.0/';

/** How a form of metadata is mapped to schema.org, and the route of its records. */
interface FormMapping {
  readonly route: ExtractionRoute;
  readonly map: (root: XmlNode, record: Readonly<Record<string, unknown>>) => object;
}

const formMappings: Readonly<Record<MappedForm, FormMapping>> = {
  datacite: {
    route: 'datacite',
    map: (resource, record) => dataciteToJsonLd(readDataciteXml(resource), record),
  },
  dataciteInWrapper: {
    route: 'datacite',
    map: (wrapper, record) => {
      const resource = childNamed(childNamed(wrapper, 'payload'), 'resource') ?? wrapper;
      return dataciteToJsonLd(readDataciteXml(resource), record);
    },
  },
  dublinCore: { route: 'dublinCore', map: dublinCoreToJsonLd },
};

/** Whether a root element is that of an XML document that is mapped to schema.org. */
export function isMappedXml({
  namespace,
  localName,
}: Pick<XmlNode, 'namespace' | 'localName'>): boolean {
  if (namespace === oaiNamespace) return localName === 'OAI-PMH' || localName === 'record';
  return findMappedForm(namespace) !== undefined;
}

/**
 * Extracts metadata in an XML format that is mapped to schema.org: a document by itself, a record
 * of OAI-PMH, or the records of a response of OAI-PMH.
 */
export const mappedXmlRoute: ExtractRoute = {
  decode: (body, charset) => decodeJson(body, charset ?? declaredCharset(body)),

  *extract({ response: { target, retrieval, contentType }, decoded: { text } }) {
    const { url } = target;
    const { characters, first, text: mended } = mendXmlCharacters(text);
    const reading = readXmlTree(mended);
    if (reading.kind === 'malformed') {
      yield failedOutcome({ ...reading, kind: 'xml-malformed', url });
      return;
    }
    if (characters > 0) {
      const position = createPartFinder(text)(first);
      yield { kind: 'noted', problem: { kind: 'xml-mended', url, ...position, characters } };
    }
    const place = { documentUrl: url, baseIri: retrieval.finalUrl };
    const records = findRecords(reading.root);
    const mapped = records.map(({ metadata, record }) => {
      const form = formOf(metadata);
      if (form === undefined) return undefined;
      const { route, map } = formMappings[form];
      return { route, value: map(metadata, record) };
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

/**
 * The form of metadata by its root, or by what is in it: what repositories offer as qualified
 * Dublin Core is in containers of many namespaces (`http://dspace.org/qualifieddc/`).
 */
function formOf({ namespace, children }: XmlNode): MappedForm | undefined {
  const isContainer = children.some((child) => isDublinCore(child.namespace));
  return findMappedForm(namespace) ?? (isContainer ? 'dublinCore' : undefined);
}

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

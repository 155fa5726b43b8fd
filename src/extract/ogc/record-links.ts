import type { JsonObject } from '../json-document.ts';
import { compacted, iriOrText, type OgcLink } from './values.ts';

/** Relations to the described resource or a part of it. */
const distributions: ReadonlySet<string> = new Set(
  'data dataset distribution download enclosure item items coverage map tiles'.split(' '),
);
/** Relations between resources of the service, which do not concern the described resource. */
const navigation: ReadonlySet<string> = new Set(
  'collection conformance first last next parent prev previous root self service-desc service-doc up'.split(
    ' ',
  ),
);
/** Relations that have a schema.org property. */
const linkPropertyNames: ReadonlyMap<string, string> = new Map([
  ['canonical', 'url'],
  ['icon', 'thumbnailUrl'],
  ['license', 'license'],
  ['preview', 'thumbnailUrl'],
  ['thumbnail', 'thumbnailUrl'],
]);

/**
 * Converts the links of a record to schema.org properties; others become `relatedLink`, as in CDIF.
 */
export function linkProperties(
  links: readonly OgcLink[],
): Readonly<Record<string, readonly JsonObject[]>> {
  const found: Record<string, JsonObject[]> = {};
  for (const link of links) {
    const member = convertLink(link);
    if (member !== undefined) (found[member[0]] ??= []).push(member[1]);
  }
  return found;
}

function convertLink(link: OgcLink): readonly [property: string, value: JsonObject] | undefined {
  const { rel, href, type, title } = link;
  const iri = { '@id': href };
  if (navigation.has(rel)) return undefined;
  // The same record in another format; a page is the landing page of the resource.
  if (rel === 'alternate') return type === 'text/html' ? ['url', iri] : undefined;
  const property = linkPropertyNames.get(rel);
  if (property !== undefined) return [property, iri];
  const encodingFormat = type === '' ? undefined : type;
  if (distributions.has(rel)) {
    const download = { '@type': 'DataDownload', name: title, contentUrl: iri, encodingFormat };
    return ['distribution', compacted(download)];
  }
  return [
    'relatedLink',
    compacted({
      '@type': 'LinkRole',
      linkRelationship: rel === '' ? undefined : iriOrText(rel),
      target: compacted({ '@type': 'EntryPoint', name: title, url: iri, encodingFormat }),
    }),
  ];
}

import { schemaOrgPrefixes } from './schema-org/context.ts';

/** A compact IRI that expansion left as it was, since no context declares its prefix. */
export interface UndeclaredPrefix {
  readonly prefix: string;
  /** What the prefix stands for wherever it is used; absent where it could stand for anything. */
  readonly namespace?: string;
}

/**
 * Prefixes that mean one thing wherever people declare them: those of schema.org's own context, and those that records
 * of research data have besides. None is a URI scheme, so that no real IRI is taken for a compact one.
 */
const namespaces: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...schemaOrgPrefixes,
    adms: 'http://www.w3.org/ns/adms#',
    cdi: 'http://ddialliance.org/Specification/DDI-CDI/1.0/RDF/',
    cr: 'http://mlcommons.org/croissant/',
    dqv: 'http://www.w3.org/ns/dqv#',
    geosparql: 'http://www.opengis.net/ont/geosparql#',
    gsp: 'http://www.opengis.net/ont/geosparql#',
    locn: 'http://www.w3.org/ns/locn#',
    qudt: 'http://qudt.org/schema/qudt/',
    sdo: 'http://schema.org/',
    sf: 'http://www.opengis.net/ont/sf#',
    spdx: 'http://spdx.org/rdf/terms#',
  }),
);

/**
 * Schemes (IANA's registry, and those that identifiers are written with) that need no `//` behind them. What else stands
 * before a colon is a prefix that somebody forgot to declare.
 */
const schemes: ReadonlySet<string> = new Set(
  (
    'about acct ark arxiv bibcode blob cid crossref data dat did doi eprint file ftp geo gs handle hdl http https ' +
    'igsn info ipfs ipns isbn isni issn istc lsid magnet mailto mid nbn news ni nih nil oai oid orcid pid pmcid pmid ' +
    'purl raid rrid s3 sftp sha1 sha256 sms ssh swh tag tel upc urn uuid view-source viaf ws wss xmpp'
  ).split(' '),
);

/** What ends in `//` is no prefix (JSON-LD 1.1 §4.1.5), nor is the first word of a sentence. */
const compact = /^([a-z][\w+.-]*):(?!\/\/|%20|\s)/iu;

/** The prefix of an expanded IRI that is none yet; undefined where it has a scheme, or is a blank node. */
export function undeclaredPrefix(iri: string): UndeclaredPrefix | undefined {
  const [, prefix] = compact.exec(iri) ?? [];
  if (prefix === undefined || schemes.has(prefix.toLowerCase())) return undefined;
  const namespace = namespaces.get(prefix);
  return namespace === undefined ? { prefix } : { prefix, namespace };
}

/** The IRI that was meant where its prefix is undeclared and well known; any other as it is. */
export function withNamespace(iri: string): string {
  const undeclared = undeclaredPrefix(iri);
  if (undeclared?.namespace === undefined) return iri;
  return undeclared.namespace + iri.slice(undeclared.prefix.length + 1);
}

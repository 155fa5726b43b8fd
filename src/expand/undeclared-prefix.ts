import { schemaOrgPrefixes } from './schema-org/context.ts';

/** A compact IRI that expansion left unchanged, since no context declares its prefix. */
export interface UndeclaredPrefix {
  readonly prefix: string;
  /** The namespace of a well-known prefix; absent for others. */
  readonly namespace?: string;
}

/**
 * Prefixes with one conventional meaning: those of schema.org's context, and others common in
 * records of research data. None is a URI scheme, so that no real IRI is taken for a compact one.
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
 * Schemes (IANA's registry, and those used for identifiers) that need no `//`. Anything else before
 * a colon is an undeclared prefix.
 */
const schemes: ReadonlySet<string> = new Set(
  (
    'about acct ark arxiv bibcode blob cid crossref data dat did doi eprint file ftp geo gs handle hdl http https ' +
    'igsn info ipfs ipns isbn isni issn istc lsid magnet mailto mid nbn news ni nih nil oai oid orcid pid pmcid pmid ' +
    'purl raid rrid s3 sftp sha1 sha256 sms ssh swh tag tel upc urn uuid view-source viaf ws wss xmpp'
  ).split(' '),
);

/** JSON-LD 1.1 §4.1.5: a text with `//` after the colon has no prefix; nor has a sentence. */
const compact = /^([a-z][\w+.-]*):(?!\/\/|%20|\s)/iu;

/**
 * The prefix of an IRI that expansion left compact; undefined where it has a scheme, or is a blank
 * node.
 */
export function undeclaredPrefix(iri: string): UndeclaredPrefix | undefined {
  const [, prefix] = compact.exec(iri) ?? [];
  if (prefix === undefined || schemes.has(prefix.toLowerCase())) return undefined;
  const namespace = namespaces.get(prefix);
  return namespace === undefined ? { prefix } : { prefix, namespace };
}

/** Expands an undeclared well-known prefix; returns any other IRI unchanged. */
export function withNamespace(iri: string): string {
  const undeclared = undeclaredPrefix(iri);
  if (undeclared?.namespace === undefined) return iri;
  return undeclared.namespace + iri.slice(undeclared.prefix.length + 1);
}

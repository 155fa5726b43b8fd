/** The forms of metadata in XML that are mapped to schema.org. */
export type MappedForm = 'datacite' | 'dataciteInWrapper' | 'dublinCore';

/** A metadata format in XML that is mapped to schema.org, as OAI-PMH repositories offer it. */
interface MappedMetadataFormat {
  readonly form: MappedForm;
  /** The beginning of the namespaces of its versions. */
  readonly namespace: string;
  /** Prefixes under which repositories offer it where they give another namespace, or none. */
  readonly prefixes: readonly string[];
}

/** The formats that are mapped, in the order of preference: what keeps most comes first. */
const mappedMetadataFormats: readonly MappedMetadataFormat[] = [
  {
    form: 'datacite',
    namespace: 'http://datacite.org/schema/kernel-4',
    prefixes: ['datacite', 'datacite4'],
  },
  {
    form: 'dataciteInWrapper',
    namespace: 'http://schema.datacite.org/oai/oai-',
    prefixes: ['oai_datacite'],
  },
  { form: 'datacite', namespace: 'http://datacite.org/schema/kernel-', prefixes: ['datacite3'] },
  { form: 'dublinCore', namespace: 'http://purl.org/dc/terms/', prefixes: ['dcterms', 'qdc'] },
  {
    form: 'dublinCore',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    prefixes: ['oai_dc'],
  },
];

/**
 * The form of a document by the namespace of its first element; undefined where it is not mapped.
 */
export function findMappedForm(namespace: string): MappedForm | undefined {
  const form = httpForm(namespace);
  return mappedMetadataFormats.find((each) => form.startsWith(each.namespace))?.form;
}

/** Whether a namespace is that of the elements or terms of Dublin Core. */
export function isDublinCore(namespace: string): boolean {
  return /^http:\/\/purl\.org\/dc\/(?:elements\/1\.1|terms)\/$/u.test(httpForm(namespace));
}

/** A metadata format that a repository offers (OAI-PMH 2.0, 4.4). */
export interface OfferedFormat {
  readonly prefix: string;
  /** `metadataNamespace`; empty where missing. */
  readonly namespace: string;
}

/**
 * Chooses the format of which most is kept, by its namespace (http or https), else by its prefix;
 * of several equal ones the first. Undefined where none is mapped.
 */
export function chooseMetadataFormat(offered: readonly OfferedFormat[]): string | undefined {
  for (const { namespace } of mappedMetadataFormats) {
    const found = offered.find((each) => httpForm(each.namespace).startsWith(namespace));
    if (found !== undefined) return found.prefix;
  }
  for (const { prefixes } of mappedMetadataFormats) {
    const found = offered.find(({ prefix }) => prefixes.includes(prefix));
    if (found !== undefined) return found.prefix;
  }
  return undefined;
}

function httpForm(namespace: string): string {
  return namespace.trim().replace(/^https:/u, 'http:');
}

// The shapes in which publishers write the same record: those of CDIF, of its draft of 2023, and
// others.

/**
 * @typedef {import('./record.mjs').Node} Node
 * @typedef {import('./record.mjs').PlainRecord} PlainRecord
 */

/**
 * Makes the JSON-LD document of records: of one, except that a list holds many.
 * @typedef {(records: readonly PlainRecord[]) => Node} Shape
 */

const prefixes = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
};
const remote = 'https://schema.org/';
const profile = 'https://w3id.org/cdif/discovery/1.1';

/** The shapes by name; `--shape` takes the names. */
export const shapes = /** @satisfies {Record<string, Shape>} */ ({
  /**
   * CDIF of today: explicit prefixes, the dataset is the root, the catalogue record hangs below
   * `subjectOf`.
   */
  cdif: ([record]) => ({
    '@context': { schema: 'http://schema.org/', ...prefixes },
    ...prefixed({ ...ordered(the(record).dataset), subjectOf: catalogueRecord(the(record)) }),
  }),
  /** CDIF's draft: the root is the metadata record, the dataset stands under `about`. */
  draft: ([record]) => ({
    '@context': [remote, { dcterms: prefixes.dcterms }],
    ...digitalDocument(the(record)),
  }),
  /** What most publishers write: the dataset alone, in the schema.org context. */
  remote: ([record]) => ({ '@context': remote, ...the(record).dataset }),
  /** The same with an inline context, in which no term is an IRI or a date. */
  vocab: ([record]) => ({ '@context': { '@vocab': remote }, ...the(record).dataset }),
  /** An ItemList of draft records. */
  list: (records) => ({
    '@context': [remote, { dcterms: prefixes.dcterms }],
    '@type': 'ItemList',
    name: `Records from ${the(records[0]).index}`,
    numberOfItems: records.length,
    itemListElement: records.map(digitalDocument),
  }),
  /** Sibling nodes that reference each other; the catalogue record points to the dataset. */
  graph: ([record]) => {
    const { dataset, maintainer } = the(record);
    const publisher = { '@id': maintainer['@id'] };
    const members = [{ ...ordered(dataset), publisher }, maintainer, catalogueRecord(the(record))];
    return {
      '@context': { schema: 'http://schema.org/', ...prefixes },
      '@graph': members.map(prefixed),
    };
  },
});

/** @typedef {keyof typeof shapes} ShapeName */

/** The names of all shapes. */
export const shapeNames = /** @type {readonly ShapeName[]} */ (Object.keys(shapes)); // the keys of a const object are its keys

/**
 * A record as CDIF has it under `subjectOf`. It refers to its dataset and its maintainer by IRI.
 * @param {PlainRecord} record
 * @returns {Node}
 */
function catalogueRecord({ iri, recordIri, metadataDate, maintainer }) {
  return {
    '@id': recordIri,
    '@type': 'Dataset',
    additionalType: { '@id': 'dcat:CatalogRecord' },
    about: { '@id': iri },
    'dcterms:conformsTo': { '@id': profile },
    sdDatePublished: metadataDate,
    maintainer: { '@id': maintainer['@id'] },
  };
}

/** @param {PlainRecord} record @returns {Node} */
function digitalDocument({ recordIri, metadataDate, maintainer, dataset }) {
  return {
    '@id': recordIri,
    '@type': 'DigitalDocument',
    dateModified: metadataDate,
    'dcterms:conformsTo': { '@id': profile },
    maintainer: { '@id': maintainer['@id'] },
    about: dataset,
  };
}

/**
 * CDIF keeps the order of creators.
 * @param {Node} dataset
 * @returns {Node}
 */
function ordered(dataset) {
  return { ...dataset, creator: { '@list': dataset['creator'] } };
}

/** @param {PlainRecord | undefined} record */
function the(record) {
  if (record === undefined) throw new RangeError('A document needs a record.');
  return record;
}

/**
 * The node with schema.org's prefix before each of its keys and types.
 * @param {Node} node
 * @returns {Node}
 */
function prefixed(node) {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '@type'
        ? [key, [withPrefix(String(value))]]
        : [withPrefix(key), prefixedValue(value)],
    ),
  );
}

/** @param {unknown} value @returns {unknown} */
function prefixedValue(value) {
  if (Array.isArray(value)) return value.map(prefixedValue);
  return typeof value === 'object' && value !== null
    ? prefixed(/** @type {Node} */ (value))
    : value;
}

/** @param {string} name */
function withPrefix(name) {
  return name.startsWith('@') || name.includes(':') ? name : `schema:${name}`;
}

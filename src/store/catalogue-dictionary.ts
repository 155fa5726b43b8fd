/** Text that is frequent in record graphs and JSON-LD documents. */
const sample = [
  '"^^<http://www.w3.org/2001/XMLSchema#integer> <http://purl.org/dc/terms/conformsTo> <https://w3id.org/cdif/core/1.1> ',
  '"@context":{"schema":"http://schema.org/","dcterms":"http://purl.org/dc/terms/"},"@id":"https://doi.org/10.',
  '"@type":["schema:Dataset"],"schema:name":"","schema:description":"","schema:url":"","schema:identifier":{"@type":"',
  '<http://schema.org/Place> <http://schema.org/spatialCoverage> <http://schema.org/Person> <http://schema.org/creator> ',
  '<http://schema.org/DataDownload> <http://schema.org/distribution> <http://schema.org/contentUrl> ',
  '<http://schema.org/identifier> <http://schema.org/value> <http://schema.org/propertyID> <http://schema.org/keywords> ',
  '<http://schema.org/PropertyValue> <http://schema.org/variableMeasured> <http://schema.org/description> ',
  '_:b0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> <http://schema.org/name> "',
].join('');

/**
 * The LZ4 dictionary that compressed texts refer to. It is part of the format on disk: without the
 * same bytes nothing can be decompressed, so it must not follow the dictionary of the `lmdb`
 * package, which may change with a version.
 */
export const dictionary = inWords(Buffer.from(sample, 'utf8'));

/** A copy in its own memory and padded to whole words, as the native code requires. */
function inWords(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Math.ceil(bytes.length / 8) * 8).fill(' ');
  bytes.copy(copy);
  return copy;
}

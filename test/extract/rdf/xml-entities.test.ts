import { describe, expect, it } from 'vitest';
import { read, statementsIn } from './reading.ts';

const rdfXml = (dtd: string, value: string): string =>
  `<?xml version="1.0"?>\n${dtd}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:s="http://schema.org/"><s:Dataset><s:name>${value}</s:name></s:Dataset></rdf:RDF>`;

/** Each entity is ten of the one before; the last would be a thousand million characters. */
const laughs = Array.from({ length: 9 }, (_, level) => {
  return `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`;
}).join('');

describe('an entity of RDF/XML', () => {
  it('is expanded once where the document declares it, as vocabularies do', async () => {
    const text = rdfXml('<!DOCTYPE r [<!ENTITY peat "Peat">]>', 'Dry &peat;');
    expect((await statementsIn(text, 'rdf-xml')).join('\n')).toContain('"Dry Peat"');
  });

  it('of a billion laughs is not expanded further', async () => {
    const text = rdfXml(`<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>`, '&l9;');
    const statements = (await statementsIn(text, 'rdf-xml')).join('\n');
    expect(statements).toContain(`"${'&l8;'.repeat(10)}"`);
    expect(statements.length).toBeLessThan(1000);
  });

  it('that is long and used often counts with every use', async () => {
    const dtd = `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`;
    const text = rdfXml(dtd, '&a;'.repeat(50_000));
    const reading = await read(text, 'rdf-xml', { statements: 100_000, characters: 10_000_000 });
    expect(reading).toMatchObject({ kind: 'too-large', limit: 'characters' });
  });

  it.each([
    ['a file', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ['another server', '<!DOCTYPE r [<!ENTITY x SYSTEM "http://169.254.169.254/">]>'],
    ['a public identifier', '<!DOCTYPE r [<!ENTITY x PUBLIC "a" "file:///etc/passwd">]>'],
    ['a DTD elsewhere', '<!DOCTYPE r SYSTEM "http://127.0.0.1:9/evil.dtd">'],
    [
      'parameter entities',
      '<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/evil.dtd"> %p; ]>',
    ],
  ])('of %s is not read', async (_name, dtd) => {
    const reading = await read(rdfXml(dtd, '&x;'), 'rdf-xml');
    if (reading.kind !== 'documents') throw new Error(reading.kind);
    // Where the document declares no entities at all, its ampersand means itself.
    const name = dtd.includes('[') ? {} : { 'http://schema.org/name': { '@value': '&x;' } };
    const dataset = { '@type': ['http://schema.org/Dataset'], ...name };
    expect(Array.from(reading.documents, (json): unknown => JSON.parse(json))).toEqual([[dataset]]);
    const { parts, mends } = reading.remarks;
    expect([...parts.first, ...mends.first]).toMatchObject([{ line: expect.anything() as number }]);
  });
});

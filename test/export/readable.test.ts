import { expect, it } from 'vitest';
import { exported, sourceOf } from './pieces.ts';

const schema = 'http://schema.org/';
const source = sourceOf({
  'http://example.org/1': [
    `<https://doi.org/10.1234/a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${schema}Dataset>`,
    `<https://doi.org/10.1234/a> <${schema}name> "Ice cores"@en`,
    `<https://doi.org/10.1234/a> <${schema}keywords> "ice"`,
    `<https://doi.org/10.1234/a> <${schema}keywords> "snow"`,
    `<https://doi.org/10.1234/a> <${schema}creator> _:g1n1`,
    `_:g1n1 <${schema}birthDate> "1903-12-28"^^<http://www.w3.org/2001/XMLSchema#date>`,
  ],
  'urn:cdif-graph:provenance': [
    '<http://example.org/1> <http://purl.org/dc/terms/source> <http://example.org/1>',
  ],
});

/** The text without the declarations of prefixes. */
function body(document: string): string {
  return document.slice(document.indexOf('\n\n') + 2);
}

it('writes readable TriG, one block a graph', async () => {
  expect(body(await exported(source, { format: 'trig' }))).toBe(
    `<http://example.org/1> {
  <https://doi.org/10.1234/a> a schema:Dataset ;
    schema:name "Ice cores"@en ;
    schema:keywords "ice", "snow" ;
    schema:creator _:g1n1 .
  _:g1n1 schema:birthDate "1903-12-28"^^xsd:date .
}

<urn:cdif-graph:provenance> {
  <http://example.org/1> dcterms:source <http://example.org/1> .
}
`,
  );
});

it('writes readable Turtle, without the graphs', async () => {
  const document = await exported(source, { format: 'ttl' });
  expect(document).toMatch(/^@prefix cdi: <http:[^\n]*> \.\n(?:@prefix [^\n]*\n)+\n/u);
  expect(body(document)).toBe(
    `<https://doi.org/10.1234/a> a schema:Dataset ;
  schema:name "Ice cores"@en ;
  schema:keywords "ice", "snow" ;
  schema:creator _:g1n1 .
_:g1n1 schema:birthDate "1903-12-28"^^xsd:date .

<http://example.org/1> dcterms:source <http://example.org/1> .
`,
  );
});

it('writes JSON-LD with one node a line', async () => {
  expect(await exported(source, { format: 'jsonld' })).toBe(
    `{"@context":{"@vocab":"http://schema.org/"},"@graph":[
{"@id":"http://example.org/1","@graph":[
{"@id":"https://doi.org/10.1234/a","@type":"Dataset","name":{"@value":"Ice cores","@language":"en"},"keywords":["ice","snow"],"creator":{"@id":"_:g1n1"}},
{"@id":"_:g1n1","birthDate":{"@value":"1903-12-28","@type":"http://www.w3.org/2001/XMLSchema#date"}}
]},
{"@id":"urn:cdif-graph:provenance","@graph":[
{"@id":"http://example.org/1","http://purl.org/dc/terms/source":{"@id":"http://example.org/1"}}
]}
]}
`,
  );
});

it('splits a very large node into several objects with one name', async () => {
  const keywords = Array.from(
    { length: 5000 },
    (_, index) => `"a keyword, of which this is ${index}"`,
  );
  const full = sourceOf({ 'urn:g': keywords.map((word) => `<urn:a> <${schema}keywords> ${word}`) });
  const document = await exported(full, { format: 'jsonld' });
  const lengths = document.split('\n').map((line) => line.length);
  expect(document.split('{"@id":"urn:a"').length).toBeGreaterThan(3);
  expect(Math.max(...lengths)).toBeLessThan(70_000);
});

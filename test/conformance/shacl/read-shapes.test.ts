import { describe, expect, it } from 'vitest';
import { ShapesFault } from '../../../src/conformance/shacl/read-shapes.ts';
import { readShapes } from '../../../src/conformance/shacl/validate-shapes.ts';
import { briefly, recordOf, validateRecords } from './validating.ts';

const record = recordOf('<http://schema.org/a> a <http://schema.org/Dataset> .');

/** The results of the record by one file of shapes. */
async function resultsOf(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  const shapes = await readShapes([{ name, content }]);
  const [results = []] = await validateRecords(shapes, [record]);
  return briefly(results);
}

const sh = 'http://www.w3.org/ns/shacl#';
const triples =
  `<urn:S> <${sh}targetClass> <http://schema.org/Dataset> .\n` +
  `<urn:S> <${sh}nodeKind> <${sh}Literal> .\n`;
const violation = '<http://schema.org/a> <http://schema.org/a> NodeKind';

describe('reading shapes', () => {
  it.each([
    ['shapes.ttl', triples],
    ['shapes.shacl', triples],
    ['shapes.nt', triples],
    ['shapes.nq', triples.replaceAll(' .', ' <urn:g> .')],
    ['shapes.trig', `<urn:g> { ${triples} }`],
    [
      'shapes.jsonld',
      JSON.stringify({
        '@context': { sh, nodeKind: { '@id': 'sh:nodeKind', '@type': '@id' } },
        '@id': 'urn:S',
        nodeKind: 'sh:Literal',
        'sh:targetClass': { '@id': 'http://schema.org/Dataset' },
      }),
    ],
  ])('reads %s', async (name, content) => {
    expect(await resultsOf(name, content)).toEqual([violation]);
    expect(await resultsOf(name, new TextEncoder().encode(content))).toEqual([violation]);
  });

  it('joins several files, whose blank nodes stay apart', async () => {
    const shapes = await readShapes([
      {
        name: 'a.ttl',
        content: `<urn:S> <${sh}property> _:x . _:x <${sh}path> <urn:p> ; <${sh}minCount> 1 .`,
      },
      { name: 'b.ttl', content: `${triples} <urn:S> <${sh}not> _:x . _:x <${sh}class> <urn:C> .` },
    ]);
    const [results = []] = await validateRecords(shapes, [record]);
    expect(briefly(results).toSorted()).toEqual(
      [violation, '<http://schema.org/a> MinCount'].toSorted(),
    );
    expect(shapes.unevaluated()).toEqual([]);
  });

  it('gives schema.org the spelling of records where the shapes know another one only', async () => {
    const other = triples.replaceAll('http://schema.org/', 'https://schema.org/');
    expect(await resultsOf('shapes.ttl', other)).toEqual([violation]);
    const query = `<urn:S> <${sh}nodeKind> <${sh}Literal> ; <${sh}target> [ <${sh}select>
      "PREFIX s: <https://schema.org/> SELECT ?this { ?this a s:Dataset }" ] .`;
    expect(await resultsOf('shapes.ttl', query)).toEqual([violation]);
    expect(await resultsOf('shapes.ttl', `${other} <http://schema.org/b> a <urn:C> .`)).toEqual([]);
  });

  it.each([
    ['broken.ttl', `${triples}<urn:S> <urn:p> .\n`, /^broken\.ttl cannot be parsed: .* line 3/u],
    ['broken.jsonld', '{"@id": ', /^broken\.jsonld cannot be parsed: /u],
    ['remote.jsonld', '{"@context": "https://example.org/c", "a": 1}', /example\.org\/c/u],
    ['page.html', '<!doctype html><p>', /^page\.html cannot be parsed: .* line 1/u],
    ['shapes.rdf', '<?xml version="1.0"?><rdf:RDF/>', /^shapes\.rdf is XML/u],
    ['latin.ttl', new Uint8Array([0x23, 0xe9]), /^latin\.ttl is not UTF-8/u],
  ])('refuses %s with its name and the place', async (name, content, message) => {
    const reading = readShapes([{ name, content }]);
    await expect(reading).rejects.toThrow(ShapesFault);
    await expect(reading).rejects.toThrow(message);
  });

  it('names imported graphs that are not given, and entailment', async () => {
    const shapes = await readShapes([
      {
        name: 'shapes.ttl',
        content: `<> <http://www.w3.org/2002/07/owl#imports> <http://datashapes.org/dash>, <${sh}>, <urn:S> ;
          <${sh}entailment> <http://www.w3.org/ns/entailment/RDFS> . ${triples}`,
      },
    ]);
    expect(shapes.unevaluated()).toEqual([
      {
        construct: 'owl:imports',
        reason: '<http://datashapes.org/dash> is not among the given files',
      },
      { construct: 'sh:entailment', reason: 'nothing is inferred' },
    ]);
  });
});

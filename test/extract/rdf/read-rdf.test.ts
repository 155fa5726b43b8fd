import { describe, expect, it } from 'vitest';
import { canonical } from '../../support/canonical.ts';
import { base, documentsIn, read, statementsIn } from './reading.ts';

const prefixes = '@prefix s: <http://schema.org/> .\n@prefix e: <https://soil.example/> .\n';
const rdfXml = (inside: string): string =>
  `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:s="http://schema.org/">${inside}</rdf:RDF>`;

describe('RDF as JSON-LD', () => {
  it('has a blank node where it is referred to, and shared ones at the top', async () => {
    const text = `${prefixes}e:7 a s:Dataset ; s:creator [ s:name "Moss" ] ; s:about _:x . e:8 s:about _:x . _:x s:name "Peat" .`;
    expect(await documentsIn(text, 'turtle')).toEqual([
      [
        {
          '@id': 'https://soil.example/7',
          '@type': ['http://schema.org/Dataset'],
          'http://schema.org/creator': { 'http://schema.org/name': { '@value': 'Moss' } },
          'http://schema.org/about': { '@id': '_:b1' },
        },
        { '@id': '_:b1', 'http://schema.org/name': { '@value': 'Peat' } },
        { '@id': 'https://soil.example/8', 'http://schema.org/about': { '@id': '_:b1' } },
      ],
    ]);
  });

  it('has lists as lists, lists of lists among them', async () => {
    const text = `${prefixes}e:7 s:creator ( "Moss" ( e:8 ) [ s:name "Fen" ] ) ; s:about () .`;
    const [[node]] = (await documentsIn(text, 'turtle')) as [[Record<string, unknown>]];
    expect(node['http://schema.org/creator']).toEqual({
      '@list': [
        { '@value': 'Moss' },
        { '@list': [{ '@id': 'https://soil.example/8' }] },
        { 'http://schema.org/name': { '@value': 'Fen' } },
      ],
    });
  });

  it('has identifiers and items of lists inside though they have IRIs', async () => {
    const text = `${prefixes}e:li a s:ListItem ; s:item e:7 . e:l a s:ItemList ; s:itemListElement e:li, e:8 .
      e:7 s:identifier e:pid . e:pid a s:PropertyValue ; s:value "10.5/7" . e:8 s:name "Fen" .`;
    const [nodes] = (await documentsIn(text, 'turtle')) as [{ '@id': string }[]];
    expect(nodes.map((node) => node['@id'])).toEqual(
      ['l', '8', '7'].map((name) => `https://soil.example/${name}`),
    );
    expect(await statementsIn(text, 'turtle')).toHaveLength(9);
  });

  it.each([
    ['turtle', `@base <https://other.example/> . <7> <p> <#x> .`, 'https://other.example/#x'],
    ['turtle', '<7> <p> <#x> .', `${base}#x`],
    [
      'rdf-xml',
      rdfXml('<s:Dataset rdf:about=""><s:about rdf:resource="#x"/></s:Dataset>'),
      `${base}#x`,
    ],
  ] as const)('resolves relative IRIs of %s', async (syntax, text, iri) => {
    expect((await statementsIn(text, syntax)).join('\n')).toContain(`<${iri}>`);
  });

  it('reads RDF/XML with lists, languages and XML literals', async () => {
    const text =
      rdfXml(`<s:Dataset rdf:about="https://soil.example/7" xml:lang="de"><s:name>Moor</s:name>
      <s:creator rdf:parseType="Collection"><s:Person s:name="Moss"/></s:creator>
      <s:text rdf:parseType="Literal"><b>x</b></s:text></s:Dataset>`);
    const turtle = `${prefixes}@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
      e:7 a s:Dataset ; s:name "Moor"@de ; s:creator ( [ a s:Person ; s:name "Moss"@de ] ) ;
      s:text "<b>x</b>"^^rdf:XMLLiteral .`;
    expect(await statementsIn(text, 'rdf-xml')).toEqual(await statementsIn(turtle, 'turtle'));
  });

  it('keeps directions, and leaves statements about statements out', async () => {
    const text = `${prefixes}e:7 s:name "x"@ar--rtl ; s:about <<( e:7 s:name "x" )>> .`;
    const reading = await read(text, 'turtle');
    expect(reading).toMatchObject({ tripleTerms: new Set(['http://schema.org/about']) });
    expect(await documentsIn(text, 'turtle')).toEqual([
      [
        {
          '@id': 'https://soil.example/7',
          'http://schema.org/name': { '@value': 'x', '@language': 'ar', '@direction': 'rtl' },
        },
      ],
    ]);
  });
});

describe('a text of several graphs', () => {
  it('gives a document a graph, and a blank node to each that has it', async () => {
    const text = `_:x <e:p> "1" <e:g> .\n<e:a> <e:p> _:x .\n<e:b> <e:p> _:x <e:g> .\n<e:c> <e:p> "2" _:h .\n`;
    expect(await documentsIn(text, 'n-quads')).toEqual([
      [{ '@id': 'e:b', 'e:p': { 'e:p': { '@value': '1' } } }],
      [{ '@id': 'e:a', 'e:p': { '@id': '_:b1' } }],
      [{ '@id': 'e:c', 'e:p': { '@value': '2' } }],
    ]);
    const trig = `<e:a> <e:p> <e:b> . GRAPH <e:g> { <e:c> <e:p> [ <e:q> 1 ] } <e:h> { <e:d> <e:p> 2 }`;
    expect(await documentsIn(trig, 'trig')).toHaveLength(3);
  });
});

describe('a fault', () => {
  it.each([
    ['turtle', '\n<e:a> :b "x" .', { line: 2, column: 7, detail: 'Undefined prefix ":"' }],
    ['trig', '<e:a> <e:b>', { line: 1, column: 12, detail: 'Expected entity but got eof' }],
    ['rdf-xml', '<!DOCTYPE html><p>404', { line: 1 }],
    ['rdf-xml', rdfXml('<s:Dataset rdf:ID="1 2"/>'), { line: 3 }],
  ] as const)(
    'in %s costs the whole text where there is nothing else',
    async (syntax, text, fault) => {
      expect(await read(text, syntax)).toMatchObject({ kind: 'malformed', fault });
    },
  );

  it('in a line of N-Quads costs the line', async () => {
    const sound = '<urn:e:a> <urn:e:b> _:x .\n_:x <urn:e:p> "2" .\n';
    const text = `# a comment\n\n${sound}<urn:e:a> <relative> "3" .\r\n<urn:e:a> <urn:e:p> "4"5" .\n_:x <urn:e:p> "5" .`;
    const reading = await read(text, 'n-triples');
    expect(reading).toMatchObject({
      remarks: { lines: { first: [{ line: 5 }, { line: 6, column: 24 }], omitted: 0 } },
    });
    expect(await statementsIn(text, 'n-triples')).toEqual(
      await canonical(`${sound}_:x <urn:e:p> "5" .\n`),
    );
  });

  it('in many lines is reported for twenty, and later lines are read', async () => {
    const text = `${'no statement\n'.repeat(3000)}<e:a> <e:p> "1" .\n${'nor this\n'.repeat(5)}`;
    const reading = await read(text, 'n-quads');
    expect(reading).toMatchObject({ remarks: { lines: { omitted: 2985 } } });
    expect(await documentsIn(text, 'n-quads')).toHaveLength(1);
  });

  it('in too many lines costs the whole text', async () => {
    const text = `<e:a> <e:p> "1" .\n${'no statement\n'.repeat(12_000)}`;
    expect(await read(text, 'n-quads')).toMatchObject({ kind: 'malformed', fault: { line: 2 } });
  });
});

describe('a text beyond the limits', () => {
  it.each([
    ['statements', 'turtle', `<e:a> <e:p> ${'1, '.repeat(200)} 2 .`],
    ['characters', 'turtle', `@prefix l: <e:${'x'.repeat(2000)}> . l:a l:a l:a, l:b .`],
    [
      'characters',
      'rdf-xml',
      `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(500)}">]>${rdfXml('&a;'.repeat(9))}`,
    ],
  ] as const)('is left for its %s', async (limit, syntax, text) => {
    const reading = await read(text, syntax, { statements: 100, characters: 4000 });
    expect(reading).toMatchObject({ kind: 'too-large', limit });
  });

  it('is left for elements within elements, and not read for entities within entities', async () => {
    const deep = rdfXml('<s:x xmlns:y="z"><s:z>'.repeat(50_000));
    expect(await read(deep, 'rdf-xml')).toMatchObject({
      fault: { detail: 'more than 1000 nested elements' },
    });
    // Each costs as much as there are around it, so that it is to be noticed soon.
    const dense = await read(rdfXml('<a><b>'.repeat(50_000)), 'rdf-xml');
    const { column = 0 } = dense.kind === 'malformed' ? dense.fault : {};
    expect(column).toBeGreaterThan(1000);
    expect(column).toBeLessThan(7000);
    const bomb = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${rdfXml('<s:T s:name="&b;"/>').slice(22)}`;
    expect((await statementsIn(bomb, 'rdf-xml')).join()).toContain('"&a;&a;"');
  });
});

describe('long and deep graphs', () => {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

  it('are written though blank nodes lead to blank nodes 20,000 times', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `_:n${n} <e:p> _:n${n + 1} .\n`).join(
      '',
    );
    const [nodes] = (await documentsIn(`<e:a> <e:p> _:n0 .\n${lines}`, 'n-quads')) as [unknown[]];
    expect(nodes.length).toBeGreaterThan(600);
  });

  it('are written though a list of 20,000 cells does not end well', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => {
      return `_:n${n} <${rdf}first> "${n}" .\n_:n${n} <${rdf}rest> _:n${n + 1} .\n`;
    });
    const broken = `<e:a> <e:p> _:n0 .\n${lines.join('')}`;
    const text = JSON.stringify(await documentsIn(broken, 'n-quads'));
    expect(text).not.toContain('@list');
    const sound = broken.replace('_:n20000 .', `<${rdf}nil> .`);
    expect(JSON.stringify(await documentsIn(sound, 'n-quads'))).toContain('@list');
  });
});

import { describe, expect, it } from 'vitest';
import type { RdfSyntax } from '../../../src/model/media-type.ts';
import { documentsIn, read } from './reading.ts';

const namespaces = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};
const prefixes = Object.entries(namespaces)
  .map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`)
  .join('');
const numbers = Array.from({ length: 20 }, (_, index) => index);
const site = 'https://data.example.org/c';

/** A catalogue of twenty datasets in Turtle, where number 10 also contains `inside`. */
function catalogue(inside: string, { before = prefixes, behind = '' } = {}): string {
  const all = numbers.map((n) => `<${site}/${n}>`).join(', ');
  return `${before}<${site}> a dcat:Catalog ; dcat:dataset ${all} .\n${numbers
    .map((n) => dataset(n, n === 10 ? inside : ''))
    .join('')}${behind}`;
}

function dataset(n: number, inside: string): string {
  return `<${site}/${n}> a dcat:Dataset ; dct:title "Ttl ${n}"@en ${inside} ; dct:issued "2020-01-01"^^xsd:date .\n`;
}

/** The names of the datasets in a text, and the property values of number 10. */
async function datasetsIn(text: string, syntax: RdfSyntax): Promise<readonly unknown[]> {
  const nodes = (await documentsIn(text, syntax)).flat() as Record<string, unknown>[];
  return nodes.filter((node) => String(node['@type']).endsWith('Dataset'));
}

async function partsOf(text: string, syntax: RdfSyntax): Promise<readonly unknown[]> {
  const reading = await read(text, syntax);
  if (reading.kind !== 'documents') throw new Error(JSON.stringify(reading));
  const { lines, parts, mends } = reading.remarks;
  return [...lines.first, ...parts.first, ...mends.first];
}

const landing = `${namespaces.dcat}landingPage`;
const title = `${namespaces.dct}title`;

describe('an IRI or a language tag that is none', () => {
  it.each([
    ['<https://x.example/a b>', 'https://x.example/a b'],
    ['< https://x.example/a >', 'https://x.example/a  '],
    ['<https://x.example/{id}>', 'https://x.example/{id}'],
    ['<https://x.example/a|b^c`d>', 'https://x.example/a|b^c`d'],
    [String.raw`<https://x.example/a\b>`, String.raw`https://x.example/a\b`],
    [String.raw`<https://x.example/\u00zz>`, String.raw`https://x.example/\u00zz`],
    [String.raw`<https://x.example/\u0020\u00e9>`, 'https://x.example/ é'],
    [
      String.raw`<https://x.example/\uD800\U00110000>`,
      String.raw`https://x.example/\uD800\U00110000`,
    ],
    ['<https://x.example/"q">', 'https://x.example/"q"'],
    ['<https://x.example/a<b>', 'https://x.example/a<b'],
    ['<https://x.example/a>b>', 'https://x.example/a>b'],
    ['<https://x.example/a\u0001\tb>', 'https://x.example/a\u0001\tb'],
    ['<1:b c>', 'https://soil.example/dataset/1:b c'],
    ['<x y>', 'https://soil.example/dataset/x y'],
  ])('is in the document as published: %s', async (iri, expected) => {
    for (const syntax of ['turtle', 'trig'] as const) {
      const text = catalogue(`; dcat:landingPage ${iri}`);
      const datasets = await datasetsIn(text, syntax);
      expect(datasets).toHaveLength(20);
      expect(datasets[10]).toMatchObject({ [landing]: { '@id': expected } });
      expect(await partsOf(text, syntax)).toEqual([]);
    }
    if (!expected.startsWith('https://x')) return;
    const line = `<${site}/1> <${landing}> ${iri} <urn:g> .`;
    const lines = `<${site}/1> <${title}> "a" <urn:g> .\n${line}\n<${site}/1> <${title}> "b" <urn:g> .\n`;
    expect(await documentsIn(lines, 'n-quads')).toMatchObject([
      [{ [landing]: { '@id': expected }, [title]: [{ '@value': 'a' }, { '@value': 'b' }] }],
    ]);
    expect(await partsOf(lines, 'n-quads')).toEqual([]);
  });

  it.each([
    ['@en_US', 'en_US'],
    ['@en-', 'en-'],
    ['@123', '123'],
    ['@', '@'],
  ])('is a tag in the document as published: %s', async (tag, expected) => {
    for (const quotes of ['"', "'", '"""', "'''"]) {
      const text = catalogue(`, ${quotes}Torf \\" \u{1F600}${quotes}${tag}`);
      const datasets = await datasetsIn(text, 'turtle');
      expect(datasets[10]).toMatchObject({
        [title]: [
          { '@value': 'Ttl 10', '@language': 'en' },
          { '@value': 'Torf " \u{1F600}', '@language': expected },
        ],
      });
      expect(await partsOf(text, 'turtle')).toEqual([]);
    }
    const line = `<${site}/1> <${title}> "Torf <a b> \\""${tag} .`;
    expect(await documentsIn(`${line}\nx\n`, 'n-triples')).toEqual([
      [{ '@id': `${site}/1`, [title]: { '@value': 'Torf <a b> "', '@language': expected } }],
    ]);
  });

  it('is a prefix that is not declared', async () => {
    const text = catalogue('; foo:bar 1', { before: prefixes.replace(/@prefix dct.*\n/u, '') });
    const datasets = await datasetsIn(text, 'turtle');
    expect(datasets).toHaveLength(20);
    expect(datasets[10]).toMatchObject({ 'dct:title': { '@value': 'Ttl 10' }, 'foo:bar': {} });
  });
});

describe('any other fault in Turtle or TriG', () => {
  const line = 15;

  it.each([
    ['; dct:title "Ttl "10""@en', 19, { line }],
    ['; dct:title "open', 19, { line }],
    ['; dct:title """open', 19, { line }],
    ["; dct:title '''open", 19, { line }],
    [String.raw`; dct:title "C:\data"`, 19, { line, column: 84 }],
    ['; dct:spatial [ dct:title "x"', 19, { line }],
    ['; dct:spatial ( 1 2', 19, { line }],
    ['; dct:spatial ] , )', 19, { line }],
    ['; dct:spatial {x}', 19, { line }],
    ['; dct:spatial }', 19, { line }],
    ['; dct:spatial { 1', 19, { line }],
    ['; dct:spatial', 19, { line }],
    ['; dct:issued 2020-01-01', 19, { line }],
    ['; dct:title two words', 19, { line }],
    ['; dct:title "x"@{lang}', 19, { line }],
    ['; a_b:c 1', 19, { line }],
    ['; dct:page <https://x.example/', 19, { line }],
    ['; dct:page https://x.example/', 19, { line }],
    ['; dct:title "x"@en dct:title "y"', 19, { line }],
    ['; %%% $$$ \\ ~ | !', 19, { line }],
    ['\u0000', 19, { line }],
    ['. junk', 19, { line }],
  ])('costs one dataset, and is told with its place: %s', async (inside, left, place) => {
    for (const syntax of ['turtle', 'trig'] as const) {
      const text = catalogue(inside);
      const datasets = await datasetsIn(text, syntax);
      const [fault] = await partsOf(text, syntax);
      expect.soft(fault, syntax).toMatchObject(place);
      expect.soft(fault).toHaveProperty('column');
      const intact = datasets.filter((node) => JSON.stringify(node).includes('issued'));
      expect.soft(intact, syntax).toHaveLength(left);
    }
  });
});

describe('a fault that could lose the statements after it', () => {
  const two = `<${site}/a> a dcat:Dataset ; dct:title "A" .\n<${site}/b>\n  a dcat:Dataset ;\n  dct:title "B" .\n`;

  it.each([
    ['a string on one line', '; dct:title "open .', 19, {}],
    ['a long string, and others behind it', '; dct:title """open .', 19, {}],
    ['a long string in a statement of many lines', ';\n dct:title """open\n, text ;\n', 19, {}],
    ['a dot that is missing', `\n<${site}/x> a dcat:Dataset . <${site}/10> dct:page 1`, 21, {}],
  ])('ends where the next statement begins: %s', async (_name, inside, left) => {
    const behind = two.replace('"B"', '"""B\n<e:x> a dcat:Dataset .\n"""');
    const text = catalogue(inside, { behind });
    const datasets = await datasetsIn(text, 'turtle');
    const intact = datasets.filter((node) => /issued|"A"|"B/u.test(JSON.stringify(node)));
    expect(intact.length + (inside.includes('/x>') ? 1 : 0)).toBe(left + 2);
    expect(JSON.stringify(datasets)).not.toContain('"e:x"');
  });

  it.each([
    ['no dot', prefixes.replaceAll(' .', ''), 3],
    ['a dot in the form of SPARQL', prefixes.replaceAll('@prefix', 'PREFIX'), 3],
    ['no dot behind the base', `@base <https://x.example/>\n${prefixes}`, 1],
  ])('is mended in declarations: %s', async (_name, before, mends) => {
    const text = catalogue('; dct:page <z>', { before });
    const datasets = await datasetsIn(text, 'turtle');
    expect(datasets).toHaveLength(20);
    const at = before.startsWith('@base')
      ? 'https://x.example/z'
      : 'https://soil.example/dataset/z';
    expect(JSON.stringify(datasets[10])).toContain(`"${at}"`);
    const told = await partsOf(text, 'turtle');
    expect(told).toHaveLength(mends);
    expect(told[0]).toMatchObject({ what: 'declaration', line: 1 });
  });

  it('is mended where a dot is missing between two statements', async () => {
    const text = `${prefixes}${two.replaceAll(' .\n', '\n')}${two.replaceAll('/', '/z')}`;
    expect(await datasetsIn(text, 'turtle')).toHaveLength(4);
    expect(await partsOf(text, 'turtle')).toMatchObject([
      { what: 'missing-dot', line: 4 },
      { what: 'missing-dot', line: 7 },
    ]);
  });

  it('keeps declarations before and after it in force', async () => {
    const text = `@prefix p: <https://p.example/> .\n@base <https://q.example/> .\n<a> p:p "x"y .
      <b> p:p <c> . @prefix p: <d/> . %%% .\n@base <e/> .\n<f> p:p _:x .\n<g> "x" .\n_:x p:p 1 .`;
    const [nodes] = await documentsIn(text, 'turtle');
    expect(nodes).toEqual([
      { '@id': 'https://q.example/b', 'https://p.example/p': { '@id': 'https://q.example/c' } },
      {
        '@id': 'https://q.example/e/f',
        'https://q.example/d/p': { 'https://q.example/d/p': expect.anything() as unknown },
      },
    ]);
    expect(await partsOf(text, 'turtle')).toMatchObject([{ line: 3 }, { line: 4 }, { line: 7 }]);
  });

  it('is at the end of a text that is cut off', async () => {
    const whole = catalogue('');
    const text = whole.slice(0, whole.indexOf('"Ttl 12"') + 3);
    expect(await datasetsIn(text, 'turtle')).toHaveLength(12);
    expect(await partsOf(text, 'turtle')).toMatchObject([{ line: 17 }]);
  });

  it('is Notation3, which is rejected', async () => {
    const text = '<e:a> <e:b> 1 . { <e:c> <e:d> 2 . <e:c> <e:d> 3 } => { <e:e> <e:f> 3 } .';
    expect(await read(text, 'turtle')).toMatchObject({
      kind: 'malformed',
      fault: { detail: 'Notation3 rule', line: 1, column: text.indexOf('=>') + 1 },
    });
    const said =
      '<e:a> <e:b> 1 . <e:a> <e:says> { <e:c> <e:d> 2 . <e:c> <e:d> 3 . <e:c> <e:d> 4 } .';
    expect(await documentsIn(said, 'turtle')).toHaveLength(1);
    expect(JSON.stringify(await documentsIn(said, 'turtle'))).not.toContain('e:c');
  });
});

describe('a fault in a graph of TriG', () => {
  const graphs = (inside: string): string =>
    `${prefixes}${numbers.map((n) => `GRAPH <${site}/g${n}> {\n  ${dataset(n, n === 10 ? inside : '')}  <${site}/${n}> dct:page [ dct:title "p" ]\n}\n`).join('')}`;

  it.each([
    ['; dct:title "x"y', 20],
    ['; dct:title "open', 20],
    ['; dct:spatial }', 19],
    [`. }\n<${site}/x> dct:title %% . <${site}/10> dct:page 2`, 21],
  ])('costs its statement, and the graphs stay apart: %s', async (inside, count) => {
    const documents = await documentsIn(graphs(inside), 'trig');
    expect(documents).toHaveLength(count);
    const sound = await documentsIn(graphs(''), 'trig');
    expect(documents).toEqual(expect.arrayContaining(sound.filter((_, n) => n !== 10)));
  });

  it('is an unclosed graph', async () => {
    const text = graphs('').replace(/\}\n(?=GRAPH <[^>]*g11>)/u, '');
    expect(await documentsIn(text, 'trig')).toEqual(await documentsIn(graphs(''), 'trig'));
    expect(await partsOf(text, 'trig')).toMatchObject([
      { line: 47, column: 1, detail: 'graph within an unclosed graph' },
    ]);
  });

  it('leaves a graph without a name one graph', async () => {
    const text =
      '[] { <e:a> <e:b> 1 . %% . <e:c> <e:d> 2 } <e:g> { <e:e> <e:f> 3 . } } <e:x> <e:y> 4 .';
    const documents = await documentsIn(text, 'trig');
    expect(documents).toHaveLength(3);
    expect(documents[0]).toHaveLength(2);
  });
});

describe('5,000 faults', () => {
  it.each(['; dct:title "open', '; dct:title "x"@en_US'])(
    'take linear time: %s',
    async (inside) => {
      const many = Array.from({ length: 5000 }, (_, n) => dataset(n, inside)).join('');
      const start = performance.now();
      const datasets = await datasetsIn(`${prefixes}<${site}> a dcat:Dataset .\n${many}`, 'turtle');
      expect(datasets).toHaveLength(inside.includes('@') ? 5001 : 1);
      // The square of 5,000 would take minutes.
      expect(performance.now() - start).toBeLessThan(30_000);
    },
  );
});

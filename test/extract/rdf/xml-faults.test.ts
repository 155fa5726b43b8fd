import { describe, expect, it } from 'vitest';
import { proofSize } from '../../support/proof.ts';
import { documentsIn, read } from './reading.ts';

const site = 'https://data.example.org/c';
const numbers = Array.from({ length: 20 }, (_, index) => index);
const open = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dcat="http://www.w3.org/ns/dcat#" xmlns:dct="http://purl.org/dc/terms/">
`;

function dataset(
  n: number,
  inside = '',
  begin = `<dcat:Dataset rdf:about="${site}/${n}">`,
): string {
  return `${begin}<dct:title xml:lang="en">Ttl ${n}</dct:title>${inside}<dct:issued>2020</dct:issued></dcat:Dataset>`;
}

/** Twenty datasets; number 10 is as given. */
type Catalogue = (tenth: string) => string;

const beside: Catalogue = (tenth) =>
  `${open}${numbers.map((n) => (n === 10 ? tenth : dataset(n))).join('\n')}\n</rdf:RDF>`;
const nested: Catalogue = (tenth) =>
  `${open}<dcat:Catalog><dct:title>C</dct:title>\n${numbers
    .map((n) => `<dcat:dataset>${n === 10 ? tenth : dataset(n)}</dcat:dataset>`)
    .join('\n')}\n</dcat:Catalog></rdf:RDF>`;

async function toldOf(text: string) {
  const reading = await read(text, 'rdf-xml');
  if (reading.kind !== 'documents') throw new Error(JSON.stringify(reading));
  const { parts, mends } = reading.remarks;
  return { parts: parts.first, mends: mends.first };
}

async function nodesIn(text: string): Promise<readonly Record<string, unknown>[]> {
  return (await documentsIn(text, 'rdf-xml')).flat() as Record<string, unknown>[];
}

/** How many datasets say all that they should. */
async function intactIn(text: string): Promise<number> {
  const found = await nodesIn(text);
  const datasets = found.filter((node) => String(node['@type']).endsWith('Dataset'));
  return datasets.filter((node) => /Ttl.*2020/u.test(JSON.stringify(node))).length;
}

describe.each([
  ['beside each other', beside, 13],
  ['in a catalogue', nested, 14],
])('an RDF/XML document of datasets %s', (_name, catalogue, line) => {
  it.each([
    ['<dct:page rdf:resource="https://x.example/a b{}|"/>', 20],
    ['<dct:title xml:lang="en_US">x</dct:title>', 20],
    ['<dct:title>a < b</dct:title>', 20],
    ['<dct:title>a</dct:titel>', 20],
    ['<dct:title a=b>a</dct:title>', 20],
    ['<dct:title dct:a="1" dct:a="2">a</dct:title>', 20],
    ['<foo:title>a</foo:title>', 20],
    ['<dct:title>a', 19],
    ['</dct:title>', 20],
    [
      '<dct:spatial><dct:Location rdf:ID="1 2"><dct:title>x</dct:title></dct:Location></dct:spatial>',
      20,
    ],
    ['<dct:spatial><dct:Location><rdf:li rdf:bagID="x"/></dct:Location></dct:spatial>', 20],
    ['<rdf:Description/>', 20],
    ['<dct:a rdf:parseType="Resource"><dct:a>1</dct:a><dct:b>2<dct:b></dct:a>', 20],
    ['<dct:a rdf:parseType="Literal"><b>1</b> &nbsp; <b>2</dct:a>', 20],
    ['<dct:a><![CDATA[ a < b & </dct:a> ]]></dct:a>', 20],
    ['<dct:a>]]></dct:a>', 20],
    ['<dct:title', 19],
    ['<!-- -- -->', 20],
    ['<!-- open ', 10],
  ])('loses no more than it must: %s', async (inside, least) => {
    const text = catalogue(dataset(10, inside));
    expect(await intactIn(text)).toBeGreaterThanOrEqual(least);
    const { parts } = await toldOf(text);
    const isSound = /CDATA|_US|resource/u.test(inside);
    const isOfLine = least > 10 && !isSound;
    expect(parts[0]?.line).toBe(isOfLine ? line : parts[0]?.line);
    expect(parts.length > 0).toBe(!isSound);
  });

  it.each([
    [dataset(10).replace('</dcat:Dataset>', ''), 19],
    [dataset(10, '', `<dcat:Dataset rdf:about=${site}/10>`), 19],
    [dataset(10, '', '<dcat:Dataset rdf:ID="1 2">'), 19],
    [dataset(10, '', '<dcat:Dataset rdf:about="x" rdf:nodeID="y">'), 19],
    [dataset(10, '', '<dcat:Dataset>').replace('2020</dct:issued>', '<x></dct:issued>'), 19],
    ['text', 19],
    ['</rdf:Description>', 19],
  ])('loses one dataset at most: %s', async (tenth, least) => {
    const text = catalogue(tenth);
    expect(await intactIn(text)).toBeGreaterThanOrEqual(least);
  });

  it('has ampersands and control characters mended, each reported with its position', async () => {
    const inside =
      '<dct:a>\u{1F600} A & B&nbsp;\u000B&#1;</dct:a><dct:page rdf:resource="https://x.example/?a=1&b=2"/>';
    const text = catalogue(dataset(10, inside));
    expect(await intactIn(text)).toBe(20);
    expect(JSON.stringify(await nodesIn(text))).toContain('A & B&nbsp;\uFFFD\uFFFD');
    const { parts, mends } = await toldOf(text);
    const [, ofLine = ''] = text.split(/^(?=.*Ttl 10)/mu);
    expect(parts).toEqual([]);
    expect(mends).toEqual(
      ['& B', '&nbsp', '\u000B', '&#1', '&b=2'].map((place, index) => ({
        what: index === 2 || index === 3 ? 'control-character' : 'ampersand',
        value: expect.any(String) as string,
        line,
        column: ofLine.indexOf(place) + 1,
      })),
    );
    expect(mends.at(-1)?.value).toBe('https://x.example/?a=1&b=2');
  });

  it('is read as far as it goes where it is cut off', async () => {
    const whole = catalogue(dataset(10));
    const text = whole.slice(0, whole.indexOf('Ttl 15') + 3);
    expect(await intactIn(text)).toBe(15);
    expect((await toldOf(text)).parts.map(({ detail }) => detail)).toContain('truncated document');
  });
});

describe('an RDF/XML document of many faults', () => {
  it('gives the properties of a node without a name as those of one node', async () => {
    const text = `${open}<dcat:Dataset><dct:a>1</dct:a><dct:b>2</dct:c><dct:d>3</dct:d></dcat:Dataset></rdf:RDF>`;
    expect(await nodesIn(text)).toMatchObject([
      { 'http://purl.org/dc/terms/a': {}, 'http://purl.org/dc/terms/d': {} },
    ]);
  });

  it('takes linear time', async () => {
    const count = proofSize(500, 5000);
    const inside = '<dct:a rdf:ID="1 2">x & y</dct:a>';
    const all = Array.from({ length: count }, (_, n) => dataset(n, inside));
    const start = performance.now();
    expect(await intactIn(`${open}${all.join('\n')}</rdf:RDF>`)).toBe(count);
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});

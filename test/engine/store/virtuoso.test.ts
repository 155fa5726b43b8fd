import { existsSync } from 'node:fs';
import { Store } from 'oxigraph';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  QueryFault,
  QueryTimeoutFault,
  type ResultFormat,
} from '../../../src/engine/engine-task.ts';
import { RemoteEndpoint } from '../../../src/engine/remote-endpoint.ts';
import { getGraph, putGraph, sharedVirtuoso, virtuosoOfTest } from '../../support/virtuoso.ts';
import {
  isVirtuosoInstalled,
  lacksVirtuoso,
  type VirtuosoAddress,
} from '../../support/virtuoso-process.mjs';

const graph = 'urn:test:remote-endpoint';
const integer = '<http://www.w3.org/2001/XMLSchema#integer>';
const triples = [
  '<https://data.example/tides> <http://schema.org/name> "Tides, \\"high\\" and low"@en .',
  `<https://data.example/tides> <http://schema.org/size> "17"^^${integer} .`,
  '',
].join('\n');
const pattern = `{ GRAPH <${graph}> { ?s ?p ?o } }`;
const select = `SELECT ?p ?o ${pattern} ORDER BY ?p`;
const construct = `CONSTRUCT { ?s ?p ?o } ${pattern}`;

function openEndpoint({ query }: VirtuosoAddress): RemoteEndpoint {
  const endpoint = new RemoteEndpoint({ url: query });
  onTestFinished(async () => endpoint.close());
  return endpoint;
}

async function filledEndpoint(): Promise<RemoteEndpoint> {
  const virtuoso = await sharedVirtuoso();
  await putGraph(virtuoso, graph, triples);
  return openEndpoint(virtuoso);
}

function parseRdf(text: string, format: string): readonly string[] {
  const store = new Store();
  store.load(text, { format });
  return Array.from(store.match(), String).toSorted();
}

type Ask = (text: string, format: ResultFormat) => Promise<string>;

async function asking(): Promise<Ask> {
  const endpoint = await filledEndpoint();
  return async (text, format) => endpoint.query({ text, format });
}

describe.skipIf(!isVirtuosoInstalled)(`a query to Virtuoso${lacksVirtuoso}`, () => {
  it('is answered in JSON and in XML with language and datatype', async () => {
    const ask = await asking();
    expect(JSON.parse(await ask(select, 'json'))).toMatchObject({
      head: { vars: ['p', 'o'] },
      results: {
        bindings: [
          {
            p: { type: 'uri', value: 'http://schema.org/name' },
            o: { type: 'literal', 'xml:lang': 'en', value: 'Tides, "high" and low' },
          },
          { o: { datatype: 'http://www.w3.org/2001/XMLSchema#integer', value: '17' } },
        ],
      },
    });
    expect(await ask(select, 'xml')).toContain(
      '<literal xml:lang="en">Tides, &quot;high&quot; and low</literal>',
    );
  });

  it('is answered in CSV, and in a TSV that has no terms as SPARQL would write them', async () => {
    const ask = await asking();
    const name = '"Tides, ""high"" and low"';
    expect((await ask(select, 'csv')).split('\n')).toEqual([
      '"p","o"',
      `"http://schema.org/name",${name}`,
      '"http://schema.org/size",17',
      '',
    ]);
    expect((await ask(select, 'tsv')).split('\n')).toEqual([
      '"p"\t"o"',
      `"http://schema.org/name"\t${name}`,
      '"http://schema.org/size"\t17',
      '',
    ]);
  });

  it('that constructs is answered in Turtle', async () => {
    const ask = await asking();
    const statements = parseRdf(await ask(construct, 'ttl'), 'ttl');
    expect(statements).toEqual(parseRdf(triples, 'nt'));
  });

  it.each([
    ['SELECT * {', 'SPARQL compiler, line 2: syntax error'],
    ['SELECT (nope(1) AS ?x) {}', "syntax error at 'nope'"],
  ])(
    'with a mistake is a fault of the query, in the words of Virtuoso: %s',
    async (text, words) => {
      const ask = await asking();
      const fault = await ask(text, 'json').catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(QueryFault);
      expect(String(fault)).toContain(words);
    },
  );
});

describe.skipIf(!isVirtuosoInstalled)(`a Virtuoso of a test${lacksVirtuoso}`, () => {
  // Debian's settings have such a limit too, of 10,000. Only for SELECT a field says that it cut.
  it('cuts answers and graphs at its limit of rows, and keeps graphs when it is killed', async () => {
    const virtuoso = await virtuosoOfTest({ rows: 3 });
    const lines = Array.from({ length: 9 }, (_, index) => `<urn:s${index}> <urn:p> "v" .\n`);
    await putGraph(virtuoso, graph, lines.join(''));
    const endpoint = openEndpoint(virtuoso);
    const rows = async (): Promise<number> =>
      (await endpoint.query({ text: select, format: 'csv' })).trim().split('\n').length - 1;
    expect(await rows()).toBe(3);
    const response = await fetch(virtuoso.query, {
      method: 'POST',
      body: new URLSearchParams({ query: select }),
    });
    await response.text();
    expect(response.headers.get('x-sparql-maxrows')).toBe('3');
    expect(await getGraph(virtuoso, graph)).toHaveLength(4);

    await virtuoso.kill();
    await expect(rows()).rejects.toThrow('cannot be reached (ECONNREFUSED)');
    await virtuoso.restart();
    expect(await rows()).toBe(3);
    expect(await getGraph(virtuoso, 'urn:test:missing')).toBeUndefined();
  });

  // Virtuoso computes on when nobody waits for the answer, and would be slow for other tests.
  it('is left when a query takes too long, and ends with its folder while it computes', async () => {
    const virtuoso = await virtuosoOfTest();
    const text = 'SELECT (COUNT(?a) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER (?b != ?i) }';
    const asked = openEndpoint(virtuoso).query({ text, format: 'json' }, { timeoutMs: 300 });
    await expect(asked).rejects.toBeInstanceOf(QueryTimeoutFault);
    expect(existsSync(virtuoso.folder)).toBe(true);
    await virtuoso.close();
    expect(existsSync(virtuoso.folder)).toBe(false);
    await expect(fetch(virtuoso.query)).rejects.toThrow('fetch failed');
  });
});

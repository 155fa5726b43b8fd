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

  it('is answered in CSV and in TSV as SPARQL writes them', async () => {
    const ask = await asking();
    const type = 'http://www.w3.org/2001/XMLSchema#integer';
    expect(await ask(select, 'csv')).toBe(
      'p,o\r\nhttp://schema.org/name,"Tides, ""high"" and low"\r\nhttp://schema.org/size,17\r\n',
    );
    expect(await ask(select, 'tsv')).toBe(
      '?p\t?o\n<http://schema.org/name>\t"Tides, \\"high\\" and low"@en\n' +
        `<http://schema.org/size>\t"17"^^<${type}>\n`,
    );
  });

  it.each(['ttl', 'nq', 'nt'] as const)('that constructs is answered in %s', async (format) => {
    const ask = await asking();
    const statements = parseRdf(await ask(construct, format), format);
    expect(statements).toEqual(parseRdf(triples, 'nt'));
  });

  it.each([
    ['SELECT * {', 'SPARQL compiler, line 2: syntax error'],
    ['SELECT (<urn:nope>(1) AS ?x) {}', 'Undefined procedure DB.DBA.urn:nope.'],
    ['SELECT (nope(1) AS ?x) {}', "syntax error at 'nope'"],
  ])(
    'with a mistake is a fault of the query, in the words of Virtuoso: %s',
    async (text, words) => {
      const ask = await asking();
      const fault = await ask(text, 'json').catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(QueryFault);
      expect(String(fault)).toContain(words);
      expect(String(fault)).not.toContain('SPARQL query:');
    },
  );
});

describe.skipIf(!isVirtuosoInstalled)(`a Virtuoso of a test${lacksVirtuoso}`, () => {
  // Debian's settings have such a limit too, of 10,000. Only for SELECT a field says that it cut.
  it('cuts answers at its limit of rows, which is told, and keeps graphs when it is killed', async () => {
    const virtuoso = await virtuosoOfTest({ rows: 150 });
    const lines = Array.from({ length: 200 }, (_, index) => `<urn:s${index}> <urn:p> "v" .\n`);
    await putGraph(virtuoso, graph, lines.join(''));
    const endpoint = openEndpoint(virtuoso);
    const ask = async (text: string, format: ResultFormat): Promise<number> =>
      (await endpoint.query({ text, format })).trim().split('\n').length;
    for (const format of ['csv', 'xml'] as const) {
      const fault = await ask(select, format).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'answer-too-long' });
      expect(String(fault)).toMatch(/150 rows or more.* ResultSetMaxRows/u);
    }
    expect(await ask(`${select} LIMIT 149`, 'csv')).toBe(150);
    await expect(ask(construct, 'ttl')).rejects.toThrow(
      /^the answer has 151 statements, and the store cuts longer ones; .* ResultSetMaxRows/u,
    );
    expect(await ask(`${construct} LIMIT 70`, 'nt')).toBe(70);
    expect(await getGraph(virtuoso, graph)).toHaveLength(151);

    await virtuoso.kill();
    await expect(ask(construct, 'nt')).rejects.toThrow('cannot be reached (ECONNREFUSED)');
    await virtuoso.restart();
    expect(await ask(`${construct} LIMIT 70`, 'nt')).toBe(70);
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

import { describe, expect, it } from 'vitest';
import type { GraphsRead } from '../../../src/engine/engine-task.ts';
import { recognisedDialect, storeDialects } from '../../../src/engine/store/store-dialects.ts';

const { queries } = storeDialects.virtuoso;
const inOrder = 'define sql:select-option "order" ';
const union: GraphsRead = { union: true, records: false, own: [] };

/** The graphs that are hidden from a query. */
function hidden(reads: GraphsRead | undefined, text = ''): readonly string[] {
  const prologue = queries.prologue(text, reads);
  const [first = '', ...graphs] = prologue.split('define input:default-graph-exclude ');
  expect(first).toBe(inOrder);
  return graphs.map((each) => {
    const [, graph = '', again] =
      /^<(.+)> define input:named-graph-exclude <(.+)> $/u.exec(each) ?? [];
    expect(again).toBe(graph);
    return graph;
  });
}

describe('a query for Virtuoso', () => {
  it('hides graphs that are no records, unless the query names them', () => {
    expect(hidden(union)).toEqual([
      'urn:cdif-graph:index',
      'urn:cdif-graph:views',
      'urn:cdif-graph:provenance',
      'urn:cdif-graph:problems',
      'urn:cdif-graph:push',
      'http://www.openlinksw.com/schemas/virtrdf#',
      'http://www.w3.org/ns/ldp#',
      'http://localuriqaserver/sparql',
    ]);
    const named = hidden({ ...union, own: ['index'] }, 'FILTER(?g = <urn:cdif-graph:push>)');
    expect(named).not.toContain('urn:cdif-graph:index');
    expect(named).not.toContain('urn:cdif-graph:push');
    expect(named).toContain('urn:cdif-graph:views');
  });

  it.each([
    ['is not known', undefined],
    ['is no graph', { ...union, union: false }],
    ['is a graph by its IRI', { ...union, byIri: true }],
    ['is stated', { ...union, stated: { from: ['urn:a'], fromNamed: [] } }],
  ] satisfies [string, GraphsRead | undefined][])(
    'hides nothing where what it reads %s',
    (_, reads) => {
      expect(hidden(reads)).toEqual([]);
    },
  );

  it('stays in its lines', () => {
    expect(queries.prologue('', union)).not.toContain('\n');
  });
});

describe('what Virtuoso says of a query that it refuses', () => {
  const error = { status: 500, type: 'text/plain', text: 'SELECT *\n{ ?s nope(?s) ?o }' };

  it.each([
    ['Virtuoso 42001 Error SR185: Undefined procedure DB.DBA.urn:f.', { isTooSlow: false }],
    ['Virtuoso S1T00 Error SR171: Transaction timed out', { isTooSlow: true }],
    [
      'Virtuoso 42000 Error The estimated execution time 500 (sec) exceeds the limit of 400 (sec).',
      { isTooSlow: true },
    ],
    [
      "Virtuoso 37000 Error SP030: SPARQL compiler, line 2: syntax error at 'nope' before '('",
      { isTooSlow: false, place: { line: 2, column: 6 } },
    ],
    ["Virtuoso 37000 Error SP030: SPARQL compiler, line 2: error at '?s'", { isTooSlow: false }],
    ["Virtuoso 37000 Error SP030: SPARQL compiler, line 9: error at '?s'", { isTooSlow: false }],
    ['Virtuoso 40001 Error SR172: Transaction deadlocked', undefined],
    ['Out of memory', undefined],
  ])('is a matter of the query or of the store: %s', (detail, refused) => {
    expect(queries.refusedQuery({ ...error, detail })).toEqual(refused);
  });

  it('is nothing in a page, and a mistake with the status of one', () => {
    const detail = 'Virtuoso 37000 Error SP031';
    expect(queries.refusedQuery({ ...error, type: 'text/html', detail })).toBeUndefined();
    expect(queries.refusedQuery({ ...error, status: 400, detail })).toEqual({ isTooSlow: false });
  });
});

describe('an answer of Virtuoso', () => {
  const head = '{ "head": { "link": [], "vars": ["__ASK_RETVAL"] },\n  "results": { "bindings": [';

  it('to ASK becomes a boolean', () => {
    const row = '\n { "__ASK_RETVAL": { "type": "typed-literal", "value": "1" }} ] } }';
    expect(queries.mendAnswer(head + row)).toBe('{"head":{},"boolean":true}');
    expect(queries.mendAnswer(head)).toBe(head);
    expect(queries.mendAnswer(`${head} ] } }`)).toBe('{"head":{},"boolean":false}');
    const xml = '<sparql><head><variable name="__ASK_RETVAL"/></head><results>';
    expect(queries.mendAnswer(`${xml}</results></sparql>`)).toContain('<boolean>false</boolean>');
    const found = '<result><binding name="__ASK_RETVAL"><literal>1</literal></binding></result>';
    expect(queries.mendAnswer(`${xml}${found}</results></sparql>`)).toContain('<boolean>true<');
  });

  it('has blank nodes and literals as others write them', () => {
    const text = String.raw`"value": "\"type\": \"bnode\", \"value\": \"nodeID://b2" }`;
    expect(queries.mendAnswer(`{ "type": "bnode", "value": "nodeID://b1" } ${text}`)).toBe(
      `{ "type": "bnode", "value": "b1" } ${text}`,
    );
    expect(queries.mendAnswer('{ "type": "typed-literal", "datatype"')).toBe(
      '{ "type": "literal", "datatype"',
    );
    expect(queries.mendAnswer('<sparql><bnode>nodeID://b1</bnode>')).toBe(
      '<sparql><bnode>b1</bnode>',
    );
    expect(queries.mendAnswer('# Empty NT\n')).toBe('');
  });
});

describe('a store', () => {
  it('is recognised by its name, or else by its answer', () => {
    expect(recognisedDialect('Virtuoso/07.20.3229 (Linux)').name).toBe('virtuoso');
    expect(recognisedDialect('nginx', '{"head":{"vars": ["__ASK_RETVAL"]}').name).toBe('virtuoso');
    expect(recognisedDialect('cdif-graph/1.0').name).toBe('cdif-graph');
    expect(recognisedDialect('nginx', '{"boolean":true}').name).toBe('standard');
  });
});

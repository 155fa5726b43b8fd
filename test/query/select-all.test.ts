import { Store } from 'oxigraph';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../src/query/read-query.ts';
import { proofSize } from '../support/proof.ts';

/** The columns that Oxigraph gives to a query. */
function columnsOf(text: string): readonly string[] {
  const json = new Store().query(text, { results_format: 'json' }) as string;
  const { head } = JSON.parse(json) as { readonly head: { readonly vars: readonly string[] } };
  return head.vars;
}

async function rewrittenColumns(text: string): Promise<readonly string[]> {
  return columnsOf((await readQuery(text)).text);
}

describe('SELECT *', () => {
  it.each([
    ['SELECT * { ?s ?p ?o }', 's p o'],
    ['SELECT*{?z$a ?m}', 'z a m'],
    ['SELECT DISTINCT * { ?b <a:p>/<a:q>* ?a }', 'b a'],
    ['SELECT * { ?c ?b [ ?z ( ?y ?a ) ] ; ?d ?x , ?w }', 'c b z y a d x w'],
    ['SELECT * { [ ?z ?y ] ?x ?w . ( ?v ) ?u ?t }', 'z y x w v u t'],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } }', 'g s p o'],
    ['SELECT * { { ?z ?y 1 } UNION { ?a ?y 1 } OPTIONAL { ?b ?c 2 } }', 'z y a b c'],
    ['SELECT * { ?s ?p ?o FILTER(?x = 1) FILTER EXISTS { ?s ?q ?r } }', 's p o'],
    ['SELECT * { ?s ?p ?o MINUS { ?s ?q ?r } }', 's p o'],
    ['SELECT * { FILTER(?o = 1) ?s ?p ?o }', 's p o'],
    ['SELECT * { BIND(?x AS ?b) VALUES (?d ?a) { (1 2) } }', 'b d a'],
    [
      'SELECT * { ?s ?p ?o { SELECT ?z ?o (COUNT(?y) AS ?n) { ?z ?y ?o } GROUP BY ?z ?o } }',
      's p o z n',
    ],
    ['SELECT * { { SELECT * { ?z ?y ?x FILTER(?w) } VALUES ?a { 1 } } ?b ?c ?d }', 'z y x a b c d'],
    ['SELECT * { ?s ?p ?o } VALUES ?a { 1 }', 's p o a'],
    ['SELECT * { _:b ?p [] }', 'p'],
    ['SELECT * { ?s ?p ?o . ?o ?p ?s }', 's p o'],
  ])('has the columns of %s in their order', async (text, columns) => {
    expect(await rewrittenColumns(text)).toEqual(columns.split(' '));
  });

  it('has the same columns as Oxigraph', async () => {
    const name = fc.constantFrom('?a', '?b', '?c', '?d', '?e', '?f');
    const patterns = fc.letrec<{ pattern: string; patterns: string }>((tie) => ({
      patterns: fc.array(tie('pattern'), { maxLength: 4 }).map((all) => `{ ${all.join(' ')} }`),
      pattern: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(name, name, name).map((each) => `${each.join(' ')} .`),
        fc.tuple(name, name, name).map(([s, p, o]) => `${s} ${p} [ ${p} ( ${o} 1 ) ] .`),
        fc.tuple(name, name).map(([s, o]) => `${s} <a:p>*|^<a:q> ${o} .`),
        tie('patterns'),
        tie('patterns').map((group) => `OPTIONAL ${group}`),
        tie('patterns').map((group) => `MINUS ${group}`),
        tie('patterns').map((group) => `FILTER NOT EXISTS ${group}`),
        fc.tuple(name, tie('patterns')).map(([graph, group]) => `GRAPH ${graph} ${group}`),
        fc.tuple(tie('patterns'), tie('patterns')).map(([one, two]) => `${one} UNION ${two}`),
        name.map((each) => `VALUES ${each} { 1 UNDEF }`),
        name.map((each) => `{ BIND(?f AS ${each}) }`),
        tie('patterns').map((group) => `{ SELECT * ${group} }`),
        fc.tuple(name, tie('patterns')).map(([each, group]) => `{ SELECT ${each} ${group} }`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(patterns.patterns, async (group) => {
        const text = `SELECT * ${group}`;
        const columns = await rewrittenColumns(text);
        expect(columns.toSorted()).toEqual(columnsOf(text).toSorted());
      }),
      { numRuns: proofSize(200, 5000) },
    );
  });
});

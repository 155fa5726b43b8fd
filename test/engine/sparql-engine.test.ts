import { describe, expect, it, vi } from 'vitest';
import type { Filling } from '../../src/engine/graph-thread.ts';
import { estimateEngineBytes, usualStatementCharacters } from '../../src/engine/engine-memory.ts';
import { maxChangeLogWeight } from '../../src/catalogue/history.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { sourceIri, derivedGraphIri } from '../../src/catalogue/derived/derived-terms.ts';
import { sourceProvenance } from '../../src/catalogue/derived/provenance-and-problems.ts';
import {
  largeUpdate,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openEngine,
  openStore,
  url,
} from '../catalogue/updates.ts';
import { soundPath, tamper } from '../catalogue/tampering.ts';
import {
  all,
  asked,
  both,
  faultOf,
  index,
  nothing,
  records,
  sizesOf,
  union,
} from './engine-fixture.ts';

const names =
  'SELECT ?name { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?who }';
const everything = 'SELECT * { ?s ?p ?o }';
const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
const graphs = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }';
const countEach = 'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g';

const ownGraph = (name: string): string => `urn:cdif-graph:${name}`;

/** Room for so many statements of usual length. */
const room = (quads: number): number =>
  estimateEngineBytes({ quads, characters: quads * usualStatementCharacters });

const integer = (value: number): string => `"${value}"^^<http://www.w3.org/2001/XMLSchema#integer>`;

/** A record of the one dataset, which several may describe. */
function sized(number: number, size: number): UrlUpdate {
  const statement = (predicate: string, object: string): string =>
    `<https://a.example/ds> ${predicate} ${object} <${url(number)}> .\n`;
  const nquads =
    statement('<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>', '<https://schema.org/Dataset>') +
    statement('<https://schema.org/size>', integer(size));
  return urlUpdate(number, { nquads });
}

/** A record whose blank node has the label that every such record's has. */
function sharedLabel(number: number): UrlUpdate {
  const about = (name: string, value: string): string =>
    `_:b <http://schema.org/${name}> "${value}" <${url(number)}> .\n`;
  return urlUpdate(number, { nquads: about('name', 'a') + about('url', 'b') });
}

/** What a query reads with these clauses. */
const stated = (from: readonly string[], fromNamed: readonly string[] = []) => ({
  ...records,
  stated: { from, fromNamed },
});
/** The clauses of a query. */
const clauses = (from: readonly string[], fromNamed: readonly string[] = []): string =>
  [
    ...from.map((graph) => `FROM <${graph}>`),
    ...fromNamed.map((graph) => `FROM NAMED <${graph}>`),
  ].join(' ');

describe('the union of the record graphs', () => {
  const typed = 'SELECT * { ?s a ?t }';
  const sum = 'SELECT (SUM(?size) AS ?sum) { ?s <https://schema.org/size> ?size }';
  const one = 'https://a.example/ds,https://schema.org/Dataset';

  it('is a set, also after records were changed, removed and restored', async () => {
    const { rows, commit, threads } = asked([sized(1, 10), sized(2, 10), sized(3, 10)]);
    const answers = async (): Promise<string[]> => [...(await rows(typed)), ...(await rows(sum))];
    expect(await answers()).toEqual([one, '10']);
    commit(sized(2, 20));
    expect(await answers()).toEqual([one, '30']);
    // From here on it is followed.
    const filled = threads.length;
    const others = Array.from({ length: 20 }, (_, at) => urlUpdate(100 + at));
    commit(...others);
    await answers();
    const refilled = threads.length;
    commit(sized(1, 20));
    expect(await answers()).toEqual([one, '30']);
    commit(urlUpdateAt(3, [], []));
    expect(await answers()).toEqual([one, '20']);
    commit(urlUpdateAt(2, [], []), sized(1, 30));
    expect(await answers()).toEqual([one, '30']);
    commit(urlUpdateAt(1, [], []));
    expect(await answers()).toEqual(['0']);
    commit(sized(1, 7), sized(2, 7));
    expect(await answers()).toEqual([one, '7']);
    expect([filled, refilled, threads.length]).toEqual([2, 3, 3]);
  });

  it('separates blank nodes of different records, and joins those of one record', async () => {
    const { rows, commit } = asked([sharedLabel(1), sharedLabel(2)]);
    const join = 'SELECT ?b { ?b <http://schema.org/name> ?n ; <http://schema.org/url> ?u }';
    const across =
      'SELECT ?g ?b { ?b <http://schema.org/name> ?n . GRAPH ?g { ?b <http://schema.org/url> ?u } }';
    expect(new Set(await rows(join)).size).toBe(2);
    expect(new Set(await rows(across, both)).size).toBe(2);
    const others = Array.from({ length: 20 }, (_, at) => urlUpdate(100 + at));
    commit(...others, sharedLabel(3));
    expect(new Set(await rows(across, both)).size).toBe(3);
    commit(sharedLabel(2), sharedLabel(4), urlUpdateAt(3, [], []));
    expect(new Set(await rows(join)).size).toBe(3);
    expect(new Set(await rows(across, both)).size).toBe(3);
  });

  it('contains no derived graphs, whatever earlier queries read', async () => {
    const { rows } = asked([urlUpdate(1), urlUpdate(2)]);
    const derived =
      'SELECT (COUNT(*) AS ?n) { ?it <http://www.w3.org/ns/prov#wasGeneratedBy> ?run }';
    expect(await rows(derived)).toEqual(['0']);
    expect((await rows(graphs, all)).length).toBeGreaterThan(3);
    expect(await rows(derived)).toEqual(['0']);
    expect(await rows(derived, all)).toEqual(['0']);
    expect(await rows(count)).toEqual(['6']);
  });

  it('treats a record in several pieces as one graph', async () => {
    const lines = Array.from(
      { length: 6 },
      (_, at) => `_:b <a:p${at}> "${'x'.repeat(1_000_000)}é" <${url(1)}> .\n`,
    );
    const { rows } = asked([urlUpdate(1, { nquads: lines.join('') })]);
    const text = `SELECT (COUNT(DISTINCT ?s) AS ?n) (COUNT(*) AS ?m) {
      ?s ?p ?o . GRAPH ?g { ?s ?p ?o } FILTER(STRLEN(?o) = 1000001)
    }`;
    expect(await rows(text, both)).toEqual(['1,6']);
  });

  it('is correct for texts and IRIs that contain the end of a statement', async () => {
    const graph = url(1);
    const statements = [
      `<a:s> <a:p> <${graph}> <${graph}> .\n`,
      `<a:s> <a:p> "x <${graph}> .\\n" <${graph}> .\n`,
      `<a:s> <a:p> " <${graph}> ." <${graph}> .\n`,
    ];
    const { rows } = asked([urlUpdate(1, { nquads: statements.join('') })]);
    const text = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o . GRAPH ?g { ?s ?p ?o } }';
    expect(await rows(text, both)).toEqual(['3']);
    const values = `<${graph}>, "x <${graph}> .\\n", " <${graph}> ."`;
    expect(await rows(`SELECT (COUNT(*) AS ?n) { <a:s> <a:p> ${values} }`)).toEqual(['1']);
  });
});

describe('the graphs loaded for a query', () => {
  const updates = [urlUpdate(1), urlUpdate(2)];

  it.each([
    ['the union', everything, union, ['add union 2']],
    ['records by name', graphs, records, ['add records 2']],
    ['both', graphs, both, ['add union+records 2']],
    ['a derived graph', everything, index, [`add ${ownGraph('index')}`]],
    [
      'records and a derived graph',
      graphs,
      { ...records, own: ['provenance' as const] },
      ['add records 2', `add ${ownGraph('provenance')}`],
    ],
  ])('is %s', async (_, text, reads, tasks) => {
    const { rows, threads } = asked(updates);
    expect(await rows(text, reads)).toBeDefined();
    expect(threads).toEqual([tasks]);
    // The same again takes nothing.
    await rows(text, reads);
    expect(threads).toEqual([tasks]);
  });

  it('are none for a query without patterns, even without catalogue', async () => {
    const { rows, threads } = asked(updates);
    expect(await rows('SELECT (1 + 1 AS ?x) {}', nothing)).toEqual(['2']);
    expect(threads).toEqual([[]]);
  });

  it('are both layers after a change, which are then updated', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const { rows, commit, threads } = asked(many);
    expect(await rows(names)).toHaveLength(12);
    commit(urlUpdate(3, { name: 'New name' }));
    expect(await rows(names)).toContain('New name');
    expect(threads).toEqual([['add union 12'], ['add union+records 12']]);
    commit(urlUpdate(3, { name: 'Newer name' }), urlUpdate(12));
    expect(await rows(names)).toContain('Newer name');
    expect(await rows(graphs, records)).toHaveLength(13);
    expect(threads).toHaveLength(2);
    expect(threads[1]).toEqual(['add union+records 12', 'replace union+records 2']);
    expect(await rows(count)).toEqual(['39']);
  });

  it('are both layers if a query needs the other one', async () => {
    const { rows, threads } = asked(updates);
    await rows(graphs, records);
    expect(await rows(names)).toHaveLength(2);
    await rows(graphs, records);
    expect(threads).toEqual([['add records 2'], ['add union+records 2']]);
  });

  it('are updated if only named graphs are read', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const { rows, commit, threads } = asked(many);
    await rows(graphs, records);
    commit(urlUpdate(3, { name: 'New name' }), urlUpdateAt(4, [], []));
    expect(await rows(graphs, records)).toHaveLength(11);
    expect(threads).toEqual([['add records 12', 'replace records 2']]);
  });

  it('are reloaded after many replacements, since texts of removed statements stay', async () => {
    const { rows, commit, threads } = asked(Array.from({ length: 12 }, (_, at) => urlUpdate(at)));
    await rows(graphs, records);
    for (let time = 0; time < 10; time += 1) {
      commit(urlUpdate(3, { name: `Name ${time}` }), urlUpdate(4, { name: `Name ${time}` }));
      expect(await rows(names, both)).toContain(`Name ${time}`);
    }
    // 6 of 36 statements each time, until it is more than half of them.
    expect(threads.slice(1).map(({ length }) => length)).toEqual([5, 5]);
  });

  it('are read after the file was found readable as a whole', async () => {
    const store = openStore(newPath());
    await store.write(urlUpdate(1));
    const damage = new Error('damage');
    vi.spyOn(store, 'assertSound').mockRejectedValue(damage);
    for (const reads of [union, records, index]) {
      const query = openEngine(store).query({ text: everything, reads, format: 'csv' });
      await expect(query).rejects.toBe(damage);
    }
  });

  it('are reloaded after many changes, or if changes are no longer recorded', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const { rows, commit, catalogue, threads } = asked(many);
    await rows(graphs, both);
    commit(...Array.from({ length: 6 }, (_, at) => urlUpdate(at, { name: `Changed ${at}` })));
    expect((await rows(names)).filter((name) => name.startsWith('Changed'))).toHaveLength(6);
    expect(threads).toHaveLength(2);
    commit(urlUpdate(1, { name: 'Again' }));
    catalogue.change((_, tally) => {
      for (let at = 0; at <= maxChangeLogWeight; at += 1) tally.touched.add(`x${at}`);
    });
    catalogue.beginRun(new Date(0));
    expect(catalogue.read((snapshot) => snapshot.touchedSince(2))).toBeUndefined();
    expect(await rows(names)).toContain('Again');
    expect(threads).toHaveLength(3);
  });

  it('are one layer at a time if both do not fit, and current', async () => {
    const sizes = await sizesOf([...updates, urlUpdate(3)]);
    const capacityBytes = estimateEngineBytes(sizes.records, 2) - 1;
    const { rows, commit, threads } = asked(updates, { capacityBytes });
    expect(await rows(names)).toHaveLength(2);
    commit(urlUpdate(3));
    expect(await rows(names)).toHaveLength(3);
    expect(await rows(graphs, records)).toHaveLength(3);
    expect(await rows(names)).toHaveLength(3);
    expect(threads.map(([first]) => first)).toEqual([
      'add union 2',
      'add union 3',
      'add records 3',
      'add union 3',
    ]);
    const fault = await faultOf(rows(graphs, both));
    expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'catalogue-too-large' });
    expect(fault.message).toContain('reads the records both together and by name');
    expect(await rows(names)).toHaveLength(3);
  });

  it('are one layer again if both no longer fit', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const sizes = await sizesOf(many);
    const capacityBytes = estimateEngineBytes(sizes.records, 2);
    const { rows, commit, threads } = asked(many, { capacityBytes });
    await rows(graphs, both);
    commit(urlUpdate(12));
    expect(await rows(names)).toHaveLength(13);
    commit(urlUpdateAt(12, [], []));
    expect(await rows(names)).toHaveLength(12);
    expect(threads).toEqual([['add union+records 12'], ['add union 13'], ['add union+records 12']]);
  });

  it('replace those of other queries if there is no room for both', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at, { name: `Name ${at % 10}` }));
    const withIndex = { ...union, own: ['index' as const] };
    const text = `SELECT (COUNT(*) AS ?n) {
      ?s ?p ?o FILTER EXISTS { GRAPH <${ownGraph('index')}> { ?a ?b ?c } }
    }`;
    const ofIndex = `SELECT ?s ?p { GRAPH <${ownGraph('index')}> { ?s ?p ?o } }`;
    const sizes = await sizesOf(many);
    const forIndex = estimateEngineBytes(sizes.index);
    // Both layers fit, but not beside the index.
    const tight = asked(many, {
      capacityBytes: estimateEngineBytes(sizes.records) + forIndex + 1000,
    });
    expect(await tight.rows(text, withIndex)).toEqual(['36']);
    for (const name of ['Name 1', 'Name 2']) {
      tight.commit(urlUpdate(3, { name }));
      expect(await tight.rows(text, withIndex)).toEqual(['36']);
      expect(await tight.rows(names)).toContain(name);
    }
    // The index fits, but not beside the records, nor these beside it.
    const either = asked(many, { capacityBytes: Math.max(forIndex, room(36)) + 100 });
    for (let time = 0; time < 2; time += 1) {
      expect(await either.rows(count)).toEqual(['36']);
      expect((await either.rows(ofIndex, index)).length).toBe(sizes.index.quads);
    }
    const fault = await faultOf(either.rows(text, withIndex));
    expect(fault).toMatchObject({ trouble: 'catalogue-too-large' });
    expect(fault.message).toContain('36 statements of records and');
  });

  it('are reported with progress up to the total', async () => {
    const told: string[] = [];
    const onFilling = (filling?: Filling): void => {
      if (filling === undefined) told.push('end');
      else if (filling.graphs === 'records') told.push(`${filling.records} of ${filling.of}`);
      else told.push(`${filling.statements} of ${filling.graphs}`);
    };
    const large = Array.from({ length: 3 }, (_, at) => largeUpdate(at, 30, 50_000));
    const { rows, commit } = asked([...large, urlUpdate(3)], { onFilling });
    await rows(count);
    // How many records are loaded together depends on the time that reading them takes.
    const counts = told.slice(0, -1).map((text) => Number(/^(\d) of 4$/u.exec(text)?.[1]));
    expect(counts).toEqual([...new Set(counts)].toSorted((one, other) => one - other));
    expect(told.slice(-2)).toEqual(['4 of 4', 'end']);
    await rows(count);
    expect(told.slice(-3)).toEqual(['4 of 4', 'end', 'end']);
    commit(urlUpdate(4));
    await rows(count);
    expect(told.slice(-2)).toEqual(['5 of 5', 'end']);
    await rows('SELECT (COUNT(*) AS ?n) { GRAPH <urn:cdif-graph:problems> { ?s ?p ?o } }', {
      union: false,
      records: false,
      own: ['provenance'],
    });
    expect(told.at(-2)).toMatch(/^\d+ of provenance$/u);
  });

  it('are none in an empty catalogue', async () => {
    const { rows, commit } = asked([urlUpdateAt(1, [], [])]);
    expect(await rows(count)).toEqual(['0']);
    expect(await rows(graphs, records)).toEqual([]);
    commit(urlUpdate(1));
    expect(await rows(count)).toEqual(['3']);
  });
});

describe('derived graphs', () => {
  it('are loaded if the query names them, and no others', async () => {
    const { rows } = asked([urlUpdate(1), urlUpdate(2)]);
    const own = ['index', 'provenance'] as const;
    expect(await rows(graphs, { ...records, own })).toEqual([
      url(1),
      url(2),
      ...own.map((name) => ownGraph(name)),
    ]);
    expect(await rows(graphs, { ...records, own: ['index'] })).toEqual([
      url(1),
      url(2),
      ownGraph('index'),
    ]);
    expect(await rows(graphs, records)).toEqual([url(1), url(2)]);
    expect(await rows(graphs, { ...records, own: ['provenance'] })).toContain(
      ownGraph('provenance'),
    );
  });

  it('are updated, also after runs and problems that change no record', async () => {
    const { rows, commit, catalogue, threads } = asked(
      Array.from({ length: 12 }, (_, at) => urlUpdate(at)),
    );
    const derived = `SELECT (COUNT(*) AS ?n) {
      GRAPH <${ownGraph('provenance')}> { ?it <http://www.w3.org/ns/prov#wasGeneratedBy> ?run }
    }`;
    const reads = { ...both, own: ['provenance' as const] };
    expect(await rows(derived, reads)).toEqual(['12']);
    commit(urlUpdate(2, { name: 'New name' }), urlUpdate(12));
    expect(await rows(derived, reads)).toEqual(['13']);
    const { run } = catalogue.beginRun(new Date(0));
    const known = `SELECT ?p { GRAPH <${ownGraph('provenance')}> { <urn:cdif-graph:run:${run}> ?p ?o } }`;
    expect((await rows(known, reads)).length).toBeGreaterThan(0);
    expect(threads).toHaveLength(1);
  });

  it('leave no removed statements in the union', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const said = sourceProvenance('example').replaceAll(derivedGraphIri('provenance'), url(3));
    const { rows, commit, threads } = asked([...many, urlUpdate(3, { nquads: said })]);
    const text = `SELECT ?p { <${sourceIri('example')}> ?p ?o }`;
    const reads = { ...both, own: ['provenance' as const] };
    expect(await rows(text, reads)).toHaveLength(said.split('\n').length - 1);
    commit(urlUpdate(3));
    expect(await rows(text, reads)).toEqual([]);
    expect(threads).toHaveLength(1);
  });

  it('are the same before and after records are loaded', async () => {
    const { rows } = asked([urlUpdate(1), urlUpdate(2)]);
    const text = `SELECT ?s ?p { GRAPH <${ownGraph('index')}> { ?s ?p ?o } }`;
    const alone = await rows(text, index);
    expect(alone.length).toBeGreaterThan(2);
    await rows(graphs, { ...all, own: ['provenance', 'index'] });
    expect(await rows(text, index)).toEqual(alone);
  });

  it('are refused if they do not fit, and later queries are answered', async () => {
    const problems = Array.from({ length: 20 }, (_, at) => ({
      kind: 'term-undefined' as const,
      url: url(1),
      term: `t${at}`,
    }));
    const results = `SELECT (COUNT(*) AS ?n) {
      GRAPH <${ownGraph('problems')}> { ?s a <http://www.w3.org/ns/shacl#ValidationResult> }
    }`;
    const reads = { ...nothing, own: ['problems' as const] };
    const small = asked([urlUpdate(1, { problems })], { capacityBytes: room(50) });
    const fault = await faultOf(small.rows(results, reads));
    expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'catalogue-too-large' });
    expect(fault.message).toContain('or more of derived graphs.');
    expect(fault.message).not.toContain('statements of records');
    expect(await small.rows(count)).toEqual(['3']);
    const large = asked([urlUpdate(1, { problems })], { capacityBytes: room(400) });
    expect(await large.rows(results, reads)).toEqual(['20']);
  });
});

describe('a query with FROM or FROM NAMED', () => {
  it.each([
    ['one graph', [url(2)], [], '{ ?s ?p ?o }', '2'],
    ['two graphs that say the same', [url(1), url(2)], [], '{ ?s ?p ?o }', '2'],
    ['a graph twice', [url(1), url(1)], [], '{ ?s ?p ?o }', '2'],
    ['two that differ', [url(1), url(3)], [], '{ ?s ?p ?o }', '3'],
    ['two of which one is not there', [url(1), url(9)], [], '{ ?s ?p ?o }', '2'],
    ['two, without named ones', [url(1), url(2)], [], '{ GRAPH ?g { ?s ?p ?o } }', '0'],
    ['two, and a named one', [url(1), url(2)], [url(3)], '{ GRAPH ?g { ?s ?p ?o } }', '2'],
    ['two, and both named', [url(1), url(2)], [url(1), url(2)], '{ GRAPH ?g { ?s ?p ?o } }', '4'],
    ['named ones alone', [], [url(1)], '{ ?s ?p ?o }', '0'],
    ['named ones alone', [], [url(1)], '{ GRAPH ?g { ?s ?p ?o } }', '2'],
    ['what no others see', [ownGraph('merged'), url(1)], [], '{ ?s ?p ?o }', '2'],
  ])('reads %s: FROM %j, FROM NAMED %j, %s', async (_, ...row) => {
    const [from, fromNamed, pattern, expected] = row;
    const { rows } = asked([sized(1, 10), sized(2, 10), sized(3, 20)]);
    const text = `SELECT (COUNT(*) AS ?n) ${clauses(from, fromNamed)} ${pattern}`;
    const reads = stated(from, fromNamed);
    expect(await rows(text, reads)).toEqual([expected]);
    expect(await rows(text, reads)).toEqual([expected]);
    // Nothing of it is left.
    expect(await rows(graphs, records)).toEqual([url(1), url(2), url(3)]);
  });

  it('finds the same blank nodes in merged and in named graphs', async () => {
    const { rows } = asked([sharedLabel(1), sharedLabel(2)]);
    const from = [url(1), url(2)];
    const text = `SELECT ?b ${clauses(from, from)} {
      ?b <http://schema.org/name> ?n . GRAPH ?g { ?b <http://schema.org/url> ?u }
    }`;
    expect(new Set(await rows(text, stated(from, from))).size).toBe(2);
  });

  it('leaves no merged graph after a fault', async () => {
    const { rows } = asked([sized(1, 10), sized(2, 10)]);
    const from = [url(1), url(2)];
    const wrong = `SELECT * ${clauses(from)} { ?s ?p }`;
    expect(await faultOf(rows(wrong, stated(from)))).toMatchObject({ name: 'QueryFault' });
    const relative = `SELECT * FROM <a b> FROM <${url(1)}> FROM NAMED <c d> {}`;
    const reads = stated(['a b', url(1)], ['c d']);
    expect(await faultOf(rows(relative, reads))).toMatchObject({ name: 'QueryFault' });
    const named = `SELECT * ${clauses(from)} FROM NAMED <c> {}`;
    expect(await faultOf(rows(named, stated(from, ['c'])))).toMatchObject({ name: 'QueryFault' });
    expect(await rows(graphs, records)).toEqual(from);
  });
});

describe('an answer', () => {
  it('is in one of the standard formats', async () => {
    const { engine } = asked([urlUpdate(1)]);
    const construct = 'CONSTRUCT WHERE { ?it <http://schema.org/name> "Record 1" }';
    const ask = async (text: string, format: 'json' | 'xml' | 'tsv' | 'ttl' | 'nq') =>
      engine.query({ text, reads: union, format });
    expect(await ask(construct, 'nq')).toBe(
      `<${url(1)}#it> <http://schema.org/name> "Record 1" .\n`,
    );
    expect(await ask(construct, 'ttl')).toContain('"Record 1"');
    expect(await ask(names, 'tsv')).toBe('?name\n"Record 1"\n');
    expect(await ask(names, 'xml')).toContain('<literal>Record 1</literal>');
    expect(JSON.parse(await ask('ASK {}', 'json'))).toMatchObject({ boolean: true });
  });

  it('names the place of a mistake, and the next query is answered', async () => {
    const { rows, threads } = asked([urlUpdate(1)]);
    const fault = await faultOf(rows('SELECT * {\n  ?s ?p\n}'));
    expect(fault).toMatchObject({ name: 'QueryFault', place: { line: 3, column: 2 } });
    expect(fault.message).toContain('\n  }\n');
    expect((await faultOf(rows(''))).message).toContain('this cannot stand here');
    const unbound = await faultOf(rows('SELECT (IF(?a, ?b, ?c) AS ?d) {} GROUP BY ?a'));
    expect(unbound.message).toContain('a variable that is unbound');
    expect(unbound.message).not.toMatch(/\[/u);
    const custom = 'SELECT * { ?s ?p ?o FILTER(<http://example.org/f>(?o)) }';
    expect((await faultOf(rows(custom))).message).toContain('custom function');
    expect(await rows(names)).toEqual(['Record 1']);
    expect(threads).toHaveLength(1);
  });

  it('comes in the order of the queries', async () => {
    const { rows } = asked([urlUpdate(1)]);
    const answers: string[] = [];
    const numbers = [1, 2, 3];
    await Promise.all(
      numbers.map(async (number) => {
        const [answer = ''] = await rows(`SELECT (${number} AS ?x) {}`, nothing);
        answers.push(answer);
      }),
    );
    expect(answers).toEqual(['1', '2', '3']);
  });
});

describe('a fault', () => {
  it('is thrown for a catalogue that does not fit, before loading, with the remedies', async () => {
    const { rows, commit, threads } = asked([urlUpdate(1), urlUpdate(2)], {
      capacityBytes: room(9),
    });
    expect(await rows(names)).toHaveLength(2);
    commit(urlUpdate(3, { sources: ['other'] }), urlUpdate(4));
    const fault = await faultOf(rows(names));
    expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'catalogue-too-large' });
    expect(fault.message).toContain('the query reads 12 statements of records.');
    expect(fault.message).toContain('Most statements: example (9), other (3).');
    expect(fault.message).toContain('cdif-graph remove --source');
    expect(fault.message).toContain('cdif-graph push');
    expect(fault.message).not.toContain('by name');
    expect(threads.slice(1).flat()).toEqual([]);
    commit(urlUpdateAt(4, [], []));
    expect(await rows(names)).toHaveLength(3);
  });

  it('is thrown for few but long statements', async () => {
    const { rows, commit } = asked([urlUpdate(1)], { capacityBytes: room(10) });
    expect(await rows(names)).toHaveLength(1);
    commit(urlUpdate(2, { name: 'x'.repeat(20_000) }));
    expect(await faultOf(rows(names))).toMatchObject({ trouble: 'catalogue-too-large' });
    commit(urlUpdate(2, { name: 'short' }));
    expect(await rows(names)).toHaveLength(2);
  });

  it('is thrown for a record that is too large, until it is removed', async () => {
    const nquads = Array.from({ length: 50 }, (_, at) => `<a:${at}> <a:p> "o" <${url(2)}> .\n`);
    const large = urlUpdate(2, { nquads: nquads.join('') });
    const { rows, commit } = asked([urlUpdate(1), large], { maxRecordQuads: 20 });
    const fault = await faultOf(rows(names));
    expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'record-too-large' });
    expect(fault.message).toContain(`${url(2)} has 50 statements`);
    expect(fault.message).toContain('docs/stores.md');
    commit(urlUpdate(2));
    expect(await rows(names)).toEqual(['Record 1', 'Record 2']);
  });

  it('is thrown for an unreadable record, and the graphs loaded before it are not used', async () => {
    const broken = urlUpdate(2, { nquads: 'this is no N-Quads\n' });
    const { rows, commit } = asked([sharedLabel(1), broken, urlUpdate(3)]);
    for (const reads of [union, both]) {
      const fault = await faultOf(rows(count, reads));
      expect(fault.name).toBe('DamageFound');
      expect(fault.message).toContain(`${url(2)} cannot be read`);
    }
    expect(
      (await rows(`SELECT ?s ?p { GRAPH <${ownGraph('index')}> { ?s ?p ?o } }`, index)).length,
    ).toBeGreaterThan(2);
    commit(urlUpdate(2));
    // A blank node that was loaded twice would be two.
    expect(await rows(count)).toEqual(['8']);
    expect(await rows(graphs, records)).toEqual([url(1), url(2), url(3)]);
  });

  it('is thrown for a record that is unreadable after a change', async () => {
    const many = Array.from({ length: 12 }, (_, at) => urlUpdate(at));
    const { rows, commit } = asked(many);
    await rows(graphs, both);
    commit(urlUpdate(2, { nquads: `<a:s> <a:p> <a:o> <${url(2)}> .\nthis is no N-Quads\n` }));
    expect((await faultOf(rows(count))).name).toBe('DamageFound');
    expect((await faultOf(rows(count))).name).toBe('DamageFound');
    commit(urlUpdate(2));
    expect(await rows(count)).toEqual(['36']);
    expect(await rows(countEach, records)).toHaveLength(12);
  });

  it('is thrown each time for a derived graph that cannot be derived, but not for others', async () => {
    const path = await soundPath();
    await tamper(path, 'documents', (database) => {
      for (const key of [...database.getKeys()].slice(1)) database.removeSync(key);
    });
    const engine = openEngine(openStore(path, 'read'));
    const ask = async (name: 'index' | 'provenance'): Promise<string> => {
      const text = `ASK { GRAPH <${ownGraph(name)}> { ?s ?p ?o } }`;
      return engine.query({ text, reads: { ...nothing, own: [name] }, format: 'csv' });
    };
    for (let time = 0; time < 2; time += 1) {
      const fault = await faultOf(ask('provenance'));
      expect(fault.message).toBe(`the document of ${url(2)} is missing`);
    }
    expect(await ask('index')).toBe('true');
  });

  it('in the thread discards its memory, and the next query is answered', async () => {
    let isWrong = false;
    const { rows, threads } = asked([urlUpdate(1), urlUpdate(2)], {
      onTask: ({ kind }) => {
        if (isWrong && kind === 'add') throw new TypeError('a mistake');
      },
    });
    const text = `SELECT ?p { GRAPH <${ownGraph('index')}> { ?s ?p ?o } }`;
    await rows(count);
    isWrong = true;
    await expect(rows(text, index)).rejects.toThrow('a mistake');
    isWrong = false;
    expect((await rows(text, index)).length).toBeGreaterThan(2);
    expect(await rows(count)).toEqual(['6']);
    expect(threads).toHaveLength(2);
  });
});

describe('an aborted or closed engine', () => {
  const many = Array.from({ length: 12 }, (_, at) => largeUpdate(at, 10, 50_000));

  it('stops loading when the query is aborted, and answers the next', async () => {
    const abort = new AbortController();
    const reason = new Error('never mind');
    let isWaiting = true;
    const { rows, threads } = asked(many, {
      onTask: ({ kind }) => {
        if (isWaiting && kind === 'add') abort.abort(reason);
      },
    });
    await expect(rows(count, union, { signal: abort.signal })).rejects.toBe(reason);
    await expect(rows(count, union, { signal: abort.signal })).rejects.toBe(reason);
    expect(threads).toHaveLength(1);
    isWaiting = false;
    expect(await rows(count)).toEqual(['120']);
    expect(threads).toHaveLength(2);
  });

  it('can be closed while it loads with queries waiting, and answers none of them', async () => {
    const closing: Promise<void>[] = [];
    const { rows, engine, threads } = asked(many, {
      onTask: () => {
        if (closing.length === 0) closing.push(engine.close());
      },
    });
    const ends = await Promise.allSettled([rows(count), rows(graphs, both), rows(count)]);
    const closed = { status: 'rejected', reason: new Error('The engine is closed.') };
    expect(ends).toEqual([closed, closed, closed]);
    await Promise.all(closing);
    await expect(rows(count)).rejects.toThrow('The engine is closed.');
    expect(threads).toHaveLength(1);
    await engine.close();
  });

  it('can be closed before the first query', async () => {
    const { engine, threads } = asked([urlUpdate(1)]);
    await engine.close();
    expect(threads).toEqual([]);
  });

  it('says that there is no catalogue', () => {
    expect(() => openEngine(openStore(newPath(), 'read'))).toThrow(/there is no catalogue yet/u);
  });
});

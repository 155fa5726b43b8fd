import { describe, expect, it } from 'vitest';
import { InputContexts, KeptContexts, withContexts } from '../../src/expand/context-supply.ts';
import { createExpander, createExpandStage } from '../../src/expand/expand-stage.ts';
import type { Stage } from '../../src/model/outcome.ts';
import type { ContextSource, RemoteContext } from '../../src/model/remote-context.ts';
import type { JsonValue } from '../../src/text/json.ts';
import {
  expandAll,
  findingsOf,
  graphOf,
  limits,
  statementsOf,
  type ExpandStage,
} from './expanding.ts';

const soil = 'https://soil.example/';

/** Contexts by URL, with a list of those that were loaded. */
class Contexts implements ContextSource {
  readonly loaded: string[] = [];
  readonly #bodies: Readonly<Record<string, JsonValue>>;
  readonly #found = new Map<string, RemoteContext>();

  constructor(bodies: Readonly<Record<string, JsonValue>>) {
    this.#bodies = bodies;
  }

  known(url: string): RemoteContext | undefined {
    return this.#found.get(url);
  }

  async load(url: string): Promise<RemoteContext> {
    this.loaded.push(url);
    const body = this.#bodies[url];
    const context: RemoteContext =
      body === undefined
        ? { url, failure: 'http-status', status: 404 }
        : { url, documentUrl: url, json: JSON.stringify({ '@context': body }) };
    this.#found.set(url, context);
    return context;
  }
}

function stageWith(contexts: ContextSource): ExpandStage {
  return withContexts(createExpandStage({ limits }), contexts);
}

const bodies = {
  [`${soil}terms`]: { texture: `${soil}texture` },
  [`${soil}both`]: ['https://schema.org/', 'terms', { depth: `${soil}depth` }],
  [`${soil}vocabulary`]: { '@vocab': `${soil}v/` },
  [`${soil}imports`]: { '@version': 1.1, '@import': 'terms', depth: `${soil}imported` },
  [`${soil}extends-schema`]: {
    '@version': 1.1,
    '@import': 'https://schema.org/',
    depth: `${soil}e`,
  },
  [`${soil}cycle`]: ['cycle', { a: `${soil}a` }],
  [`${soil}scoped`]: { part: { '@id': `${soil}part`, '@context': `${soil}terms` } },
  [`${soil}leads-nowhere`]: [`${soil}missing`, { a: `${soil}a` }],
  'https://repository.example.org/records/own.jsonld': { texture: `${soil}own` },
};

const record = { '@type': 'https://schema.org/Dataset', '@id': 'https://id.example/1' };

const item = (name: string) => ({ '@context': `${soil}${name}`, ...record, texture: name });

describe('contexts that are not bundled', () => {
  it.each([
    ['by URL', `${soil}terms`, { texture: 'loam' }, `<${soil}texture> "loam"`],
    ['beside schema.org', ['https://schema.org/', `${soil}terms`], { texture: 'loam' }, 'texture>'],
    ['that name others', `${soil}both`, { texture: 'loam' }, `<${soil}texture> "loam"`],
    ['that name schema.org', `${soil}both`, { name: 'Fen' }, '<http://schema.org/name> "Fen"'],
    ['relative to the document', 'own.jsonld', { texture: 'loam' }, `<${soil}own> "loam"`],
    ['with @import', `${soil}imports`, { texture: 'loam' }, `<${soil}texture> "loam"`],
    ['with @import and own terms', `${soil}imports`, { depth: '1 m' }, `<${soil}imported> "1 m"`],
    ['that import schema.org', `${soil}extends-schema`, { name: 'Fen' }, 'schema.org/name> "Fen"'],
    [
      'imported by the document',
      { '@version': 1.1, '@import': `${soil}terms`, depth: `${soil}d` },
      { texture: 'loam', depth: '1 m' },
      `<${soil}texture> "loam"`,
    ],
    ['in definitions', `${soil}scoped`, { part: { texture: 'clay' } }, `<${soil}texture> "clay"`],
    [
      'that leave the terms of schema.org as they are',
      ['https://schema.org/', `${soil}vocabulary`],
      { name: 'Fen', texture: 'loam' },
      '<http://schema.org/name> "Fen"',
    ],
    [
      'that take over other terms',
      ['https://schema.org/', `${soil}vocabulary`],
      { texture: 'loam' },
      `<${soil}v/texture> "loam"`,
    ],
  ])('are used: %s', async (_, context, members, statement) => {
    const document = { '@context': context, ...record, ...members };
    const statements = await statementsOf(document, {}, stageWith(new Contexts(bodies)));
    expect(statements.join('\n')).toContain(statement);
  });

  it.each([
    [`${soil}missing`, { context: `${soil}missing`, failure: 'http-status', status: 404 }],
    [`${soil}leads-nowhere`, { context: `${soil}missing`, failure: 'http-status', status: 404 }],
    ['missing.jsonld', { context: 'https://repository.example.org/records/missing.jsonld' }],
  ])('lose the document where they are not available: %s', async (context, facts) => {
    const document = { '@context': context, ...record, texture: 'loam' };
    expect(await findingsOf(document, {}, stageWith(new Contexts(bodies)))).toEqual([
      { failure: 'http-status', status: 404, ...facts, kind: 'context-unavailable' },
    ]);
  });

  it('declare texts by language, and their places are known', async () => {
    const title = { '@id': `${soil}title`, '@container': '@language' };
    const named = { [`${soil}text`]: ['titles'], [`${soil}titles`]: { title } };
    const document = { '@context': `${soil}text`, ...record, title: { en: 'Fen', de: ['Moor'] } };
    const { stage } = createExpander({ limits, withPlaces: true });
    const located = withContexts(stage, new Contexts(named));
    expect(await findingsOf(document, {}, located)).toEqual([]);
    const { places } = await graphOf(document, {}, located);
    expect(places?.values.get(record['@id'])?.get(`${soil}title`)).toMatchObject([
      { value: 'Fen', pointer: '/title/en' },
      { value: 'Moor', pointer: '/title/de/0' },
    ]);
  });

  it('that contain themselves are invalid', async () => {
    const document = { '@context': `${soil}cycle`, ...record, a: 1 };
    expect(await findingsOf(document, {}, stageWith(new Contexts(bodies)))).toMatchObject([
      { kind: 'json-ld-invalid', code: 'context overflow' },
    ]);
  });

  it('are loaded once for all documents, those of one document together', async () => {
    const contexts = new Contexts(bodies);
    const stage = stageWith(contexts);
    const list = ['both', 'missing', 'terms', 'missing'].map(item);
    const expanded = await expandAll([list], {}, stage);
    const kinds = expanded.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'failed')).toHaveLength(2);
    await expandAll([item('both'), item('imports')], {}, stage);
    expect(contexts.loaded).toEqual(
      ['both', 'missing', 'terms', 'imports'].map((name) => soil + name),
    );
  });

  it('are refused where they would copy too many terms', async () => {
    const terms: Record<string, string> = {};
    for (let index = 0; index < 30_000; index += 1) terms[`t${index}`] = `${soil}${index}`;
    const contexts = new Contexts({ [`${soil}large`]: terms });
    const once = { '@context': `${soil}large`, ...record, t1: 'a' };
    expect(await statementsOf(once, {}, stageWith(contexts))).toHaveLength(2);
    const parts = Array.from({ length: 40 }, (_, index) => ({
      '@context': [`${soil}large`, { [`p${index}`]: `${soil}p` }],
    }));
    expect(await findingsOf({ ...once, parts }, {}, stageWith(contexts))).toEqual([
      { kind: 'json-too-complex', limit: 'context-terms', max: 1_000_000 },
    ]);
  });
});

/** A stage that yields the numbers from 0, and wants a context before some of them. */
function wanting(wanted: Readonly<Record<number, string>>, runs: number[]): Stage<number, number> {
  return {
    name: 'derive',
    async *process(count, { contexts }) {
      runs.push(count);
      for (let value = 0; value < count; value += 1) {
        const url = wanted[value];
        if (url !== undefined) contexts?.find(url);
        yield { kind: 'produced', value };
      }
    },
  };
}

describe('a stage with contexts', () => {
  const context = { signal: new AbortController().signal, now: () => new Date(0) };

  async function valuesOf(stage: Stage<number, number>, input: number): Promise<number[]> {
    const values: number[] = [];
    for await (const outcome of stage.process(input, context)) {
      if (outcome.kind === 'produced') values.push(outcome.value);
    }
    return values;
  }

  it('is run again for each context, and repeats no outcome', async () => {
    const runs: number[] = [];
    const stage = wanting({ 2: `${soil}terms`, 4: `${soil}both` }, runs);
    const contexts = new Contexts(bodies);
    expect(await valuesOf(withContexts(stage, contexts), 6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(runs).toHaveLength(3);
    expect(await valuesOf(withContexts(stage, contexts), 6)).toHaveLength(6);
    expect(runs).toHaveLength(4);
  });

  it('gets no more than 32 for an input', async () => {
    const wanted = Array.from({ length: 40 }, (_, index) => `${soil}${index}`);
    const contexts = new Contexts({});
    const stage = withContexts(wanting(wanted, []), contexts);
    expect(await valuesOf(stage, 40)).toHaveLength(40);
    expect(contexts.loaded).toHaveLength(32);
  });
});

const large = (url: string): RemoteContext => ({
  url,
  documentUrl: url,
  json: 'x'.repeat(6_000_000),
});

describe('the contexts of a thread', () => {
  it('are kept while there is room', () => {
    const kept = new KeptContexts();
    kept.add([large('a'), { url: 'b' }]);
    kept.add([large('c'), { url: 'b' }]);
    expect(kept.known('a')).toBeDefined();
    kept.add([large('d')]);
    expect(['a', 'b', 'c', 'd'].map((url) => kept.known(url)?.url)).toEqual([
      undefined,
      undefined,
      undefined,
      'd',
    ]);
  });

  it('are sought again for an input after one that had too many', () => {
    const given = [{ url: 'a', failure: 'too-many' }] as const;
    const kept = new KeptContexts();
    kept.add(given);
    const first = new InputContexts(kept, given);
    expect([first.find('a'), first.isIncomplete]).toEqual([given[0], false]);
    const second = new InputContexts(kept, []);
    expect([second.find('a'), [...second.wanted]]).toEqual([undefined, ['a']]);
  });
});

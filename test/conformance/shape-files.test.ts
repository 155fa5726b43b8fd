import { readdirSync, readFileSync } from 'node:fs';
import { type BlankNode, DataFactory, type NamedNode, Parser, Store } from 'n3';
import { applyPatch } from 'rfc6902';
import { Validator } from 'shacl-engine';
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../src/conformance/check-profile.ts';
import { readCheckedRecords } from '../../src/conformance/checked-record.ts';
import type { Profile } from '../../src/conformance/profile.ts';
import { profileCatalogue } from '../../src/conformance/profiles/profile-catalogue.ts';
import { type Rule } from '../../src/conformance/rule.ts';
import { ruleCatalogue, ruleOf } from '../../src/conformance/rules/rule-catalogue.ts';
import { readShapes, type Shapes } from '../../src/conformance/shacl/validate-shapes.ts';
import {
  reasonWithoutShape,
  type ShapeFile,
  shapeFile,
} from '../../src/conformance/shape-files.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import type { PatchOperation } from '../../src/text/json-patch.ts';
import type { JsonObject } from '../../src/text/json.ts';
import { memoize } from '../../src/text/collections.ts';
import { graphsOf } from '../expand/expanding.ts';
import { provesInFull } from '../support/proof.ts';

type EngineDataset = ConstructorParameters<typeof Validator>[0];

const records = new URL('../../docs/rules/records/', import.meta.url);
const folder = new URL('../../shapes/', import.meta.url);
const files = new Map(profileCatalogue.map((profile) => [profile.id, shapeFile(profile)]));
const stated = Object.entries<Rule>(ruleCatalogue).filter(([, rule]) => {
  return reasonWithoutShape(rule) === undefined;
});

/** Profiles for what all treat alike: two of different families stand for the others. */
const profilesForValues = profileCatalogue.filter(({ id }) => {
  return provesInFull || id === 'cdif-discovery-1.1' || id === 'soso';
});

/** Those that ask a record to state its profile, as one rule for all of them. */
const profilesWithProfile = profileCatalogue
  .filter(({ requirements }) => requirements.some(({ rule }) => rule === 'profile'))
  .slice(0, provesInFull ? undefined : 1);

describe('the files of shapes', () => {
  it('are up to date (npm run generate:rules)', () => {
    const expected = [...files.values()].map(({ name, text }) => [name, text]);
    const found = readdirSync(folder).map((name) => [
      name,
      readFileSync(new URL(name, folder), 'utf8'),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  it('hold nothing that our own engine cannot evaluate', async () => {
    for (const { name } of files.values()) {
      const unevaluated = (await shapesOf(name)).unevaluated();
      expect({ name, unevaluated }).toEqual({ name, unevaluated: [] });
    }
  });

  it('name each rule that they leave out, and why', () => {
    for (const { id, requirements } of profileCatalogue) {
      const { text = '', rules = new Map() } = files.get(id) ?? {};
      for (const { rule } of requirements) {
        const reason = reasonWithoutShape(ruleOf(rule));
        const isNamed = text.includes(`#   ${rule}: ${reason}\n`);
        const isStated = [...rules.values()].includes(rule);
        expect([rule, isStated, isNamed]).toEqual([
          rule,
          reason === undefined,
          reason !== undefined,
        ]);
      }
    }
  });

  it('name the rules that look at the agents of the resource only', () => {
    const { text = '' } = files.get('cdif-draft') ?? {};
    expect(text).toContain('metadata record: agent-name, agent-type, agent-contact.\n');
  });
});

describe('the shapes of a profile and its rules in code', () => {
  it.each(profileCatalogue.map((profile) => [profile.id, profile] as const))(
    'agree about the good records: %s',
    async (_, profile) => {
      for (const name of readdirSync(records)) {
        for (const record of await readRecord(name)) {
          expect((await compareVerdicts(record, profile)).differences).toEqual([]);
        }
      }
    },
  );

  it.each(stated)('agree about the example of %s', async (id, { example }) => {
    const spoilt = await readRecord(`${example.record}.json`, example.patch);
    const asking = profileCatalogue.filter(({ requirements }) => {
      return requirements.some(({ rule }) => rule === id);
    });
    for (const profile of provesInFull ? asking : asking.slice(0, 1)) {
      for (const record of spoilt) {
        const { broken, differences } = await compareVerdicts(record, profile);
        expect(differences).toEqual([]);
        expect(broken).toContain(id);
      }
    }
  });

  it('agree about values that say nothing', async () => {
    const nils = ['', ' ', 'n/a', 'NA', 'Unknown', '(not known)', '--', '{title}', 'nil:unknown'];
    const iris = ['http://www.opengis.net/def/nil/OGC/0/missing', 'urn:ogc:def:nil:OGC::unknown'];
    const says = ['Na', 'Unknown species of Carex', 'none-such', '{a} and {b}'];
    const values = [
      ...nils,
      ...says,
      ...iris.flatMap((iri) => [iri, { '@id': iri }]),
      {},
      { '@list': [] },
      { '@list': ['none'] },
      { '@list': ['none', 'CC0'] },
      { 'schema:name': 'CC0' },
      { '@list': [{ 'schema:name': 'CC0' }] },
    ];
    for (const [at, value] of values.entries()) {
      const patch: readonly PatchOperation[] = [
        { op: 'replace', path: '/schema:name', value: 'A mire' },
        { op: 'remove', path: '/schema:conditionsOfAccess' },
        { op: 'replace', path: '/schema:license', value },
      ];
      for (const record of await readRecord('cdif.json', patch)) {
        const profiles = profilesForValues.filter((_, nth) => provesInFull || nth === at % 2);
        for (const profile of profiles) {
          expect((await compareVerdicts(record, profile)).differences).toEqual([]);
        }
      }
    }
  });

  it('agree about metadata records in each spelling and place', async () => {
    const record = { 'schema:sdDatePublished': '2024-03-16' };
    const spellings = [
      { '@type': 'dcat:CatalogRecord' },
      { '@type': 'schema:DigitalDocument' },
      { 'schema:additionalType': 'dcat:CatalogRecord' },
      { 'schema:additionalType': [{ '@id': 'dcat:CatalogRecord' }, 'http://a.example/b'] },
      { '@type': 'schema:DataDownload' },
    ];
    for (const spelling of spellings) {
      const value = { ...record, ...spelling };
      const inside: readonly PatchOperation[] = [
        { op: 'replace', path: '/schema:subjectOf', value },
      ];
      const beside: readonly PatchOperation[] = [
        { op: 'remove', path: '/schema:subjectOf' },
        { op: 'add', path: '/@reverse', value: { 'schema:about': value } },
      ];
      for (const patch of [inside, beside]) {
        for (const each of await readRecord('cdif.json', patch)) {
          for (const profile of profilesForValues) {
            expect((await compareVerdicts(each, profile)).differences).toEqual([]);
          }
        }
      }
    }
  });

  const profile = 'CDIF_basic_1.0';
  const iri = { '@id': 'https://w3id.org/cdif/core/1.1' };
  it.each([
    ['conformsTo', { 'dcterms:conformsTo': profile }, true],
    ['conformsTo of the encoding', { encoding: { 'dcterms:conformsTo': iri } }, true],
    ['conformsTo of one of two encodings', { encoding: [{}, { 'dcterms:conformsTo': iri }] }, true],
    ['schemaVersion', { schemaVersion: profile }, true],
    ['schemaVersion of the encoding', { encoding: { schemaVersion: profile } }, false],
    ['an encoding without it', { encoding: { encodingFormat: 'application/ld+json' } }, false],
    ['a nil', { 'dcterms:conformsTo': 'nil:missing', encoding: {} }, false],
    ['a nil for the encoding', { encoding: { 'dcterms:conformsTo': 'n/a' } }, false],
  ])('agree about records of the draft whose profile is stated by %s', async (_, way, isStated) => {
    const names = Object.entries(way).map(([name, value]): PatchOperation => {
      return { op: 'add', path: `/${name}`, value };
    });
    const asRoot: readonly PatchOperation[] = [
      { op: 'remove', path: '/dcterms:conformsTo' },
      ...names,
    ];
    // The record under subjectOf of the resource, as option 1 of the draft.
    const context = { '@vocab': 'http://schema.org/' };
    const record = { '@context': context, '@type': 'DigitalDocument', ...way };
    const asPart: readonly PatchOperation[] = [
      { op: 'replace', path: '/schema:subjectOf', value: record },
    ];
    const graphs = [
      ...(await readRecord('cdif-draft.json', asRoot)),
      ...(await readRecord('cdif.json', asPart)),
    ];
    const verdicts = new Set<boolean>();
    for (const graph of graphs) {
      for (const each of profilesWithProfile) {
        const { broken, differences } = await compareVerdicts(graph, each);
        expect(differences).toEqual([]);
        verdicts.add(broken.includes('profile'));
      }
    }
    expect([...verdicts]).toEqual([!isStated]);
  });
});

describe('the target of the shapes', () => {
  it('leaves out metadata records and the parts of datasets', async () => {
    const parts = [
      { '@id': 'https://a.example/part', '@type': 'schema:Dataset' },
      {
        '@type': 'schema:Dataset',
        'schema:isPartOf': { '@id': 'https://doi.org/10.5555/mire-2024' },
      },
    ];
    const spoilt = await readRecord('cdif.json', [
      { op: 'add', path: '/schema:hasPart', value: parts },
      { op: 'remove', path: '/schema:name' },
    ]);
    const found = new Set<string>();
    const shapes = await shapesOf('cdif-core-1.1.ttl');
    for await (const { results } of shapes.validate(spoilt)) {
      for (const { focusNode } of results) found.add(focusNode);
    }
    expect([...found]).toEqual(['<https://doi.org/10.5555/mire-2024>']);
  });
});

/** A good record, perhaps spoilt. */
async function readRecord(
  name: string,
  patch: readonly PatchOperation[] = [],
): Promise<readonly RecordGraph[]> {
  // A JSON-LD document.
  const document = JSON.parse(readFileSync(new URL(name, records), 'utf8')) as JsonObject;
  expect(applyPatch(document, [...patch]).filter((error) => error !== null)).toEqual([]);
  const graphs = await graphsOf([document]);
  expect(graphs.length).toBeGreaterThan(0);
  return graphs;
}

/** The broken rules by the code, and where an engine finds others; empty where all agree. */
async function compareVerdicts(
  record: RecordGraph,
  profile: Profile,
): Promise<{ readonly broken: readonly string[]; readonly differences: readonly string[] }> {
  const file = files.get(profile.id);
  if (file === undefined) throw new Error(`no shapes for ${profile.id}`);
  const inCode = readCheckedRecords(record)
    .flatMap((resource) => checkProfile(resource, profile).findings)
    .map(({ requirement }) => requirement.rule)
    .filter((rule) => reasonWithoutShape(ruleOf(rule)) === undefined);
  const broken = [...new Set<string>(inCode)].toSorted();
  const others = {
    'shacl-engine': await brokenByEngine(record, file),
    'own engine': await brokenByShapes(record, file),
  };
  const differences = Object.entries(others)
    .filter(([, rules]) => rules.join(' ') !== broken.join(' '))
    .map(([engine, rules]) => `${profile.id}: ${broken.join(' ')}; ${engine}: ${rules.join(' ')}`);
  return { broken, differences };
}

/** By the core engine alone, the resources named in place of each target, as the files tell. */
async function brokenByEngine(record: RecordGraph, file: ShapeFile): Promise<readonly string[]> {
  const data = new Store(
    quadsOf(record.nquads).map(({ subject, predicate, object }) => {
      return DataFactory.quad(subject, predicate, object);
    }),
  );
  const terms = readCheckedRecords(record).map(({ resource }) => {
    const { name } = resource;
    return name.startsWith('_:') ? blankNodeOf(data, name) : DataFactory.namedNode(name);
  });
  const { validator, targeted } = engineOf(file.text);
  const { results } = await validator.validate(
    { dataset: data as unknown as EngineDataset, terms },
    targeted,
  );
  return rulesOf(
    results.map(({ shape }) => shape.ptr.term.value),
    file,
  );
}

const engineOf = memoize((text: string) => {
  const shapes = new Store(quadsOf(text));
  // The types of n3 and RDF/JS differ in details of quads.
  const validator = new Validator(shapes as unknown as EngineDataset, {
    factory: DataFactory,
    details: false,
    targetResolvers: new Map(),
  });
  const target = DataFactory.namedNode('http://www.w3.org/ns/shacl#target');
  // No variable is a shape.
  const subjects = shapes.getSubjects(target, null, null) as (NamedNode | BlankNode)[];
  return { validator, targeted: subjects.map((shape) => ({ terms: [shape] })) };
});

/** The blank node of the parsed data. The parser puts its own prefix before a label. */
function blankNodeOf(data: Store, name: string): ReturnType<typeof DataFactory.blankNode> {
  const found = data.getSubjects(null, null, null).find(({ termType, value }) => {
    return termType === 'BlankNode' && value.endsWith(name.slice(2));
  });
  return DataFactory.blankNode(found?.value ?? '');
}

/** By the engine of `--shapes`, which evaluates the target. */
async function brokenByShapes(record: RecordGraph, file: ShapeFile): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { results } of (await shapesOf(file.name)).validate([record])) {
    found.push(...results.map(({ shape }) => shape.replaceAll(/^<|>$/gu, '')));
  }
  return rulesOf(found, file);
}

function rulesOf(shapes: readonly string[], { rules }: ShapeFile): readonly string[] {
  return [...new Set(shapes.map((shape) => rules.get(shape) ?? shape))].toSorted();
}

const quadsOf = memoize((text: string) => new Parser().parse(text));

const shapesOf = memoize(async (name: string): Promise<Shapes> => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return await readShapes([{ name, content: text }]);
});

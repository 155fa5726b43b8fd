import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import jsonld from 'jsonld';
import type { JsonLdDocument } from 'jsonld';
import { describe, expect, it } from 'vitest';
import { bundledContexts } from '../../../src/expand/contexts/bundled-contexts.ts';
import type { JsonObject } from '../../../src/text/json.ts';

const folder = path.join(process.env['CDIF_CORPORA'] ?? '', 'contexts-cache', 'data');

const originals = [
  ['RO-Crate 1.0', 'ro-crate-1.0.jsonld'],
  ['RO-Crate 1.1', 'ro-crate-1.1.jsonld'],
  ['RO-Crate 1.2', 'ro-crate-1.2.jsonld'],
  ['CodeMeta, latest', 'codemeta.jsonld'],
  ['GeoJSON-LD', 'geojson.jsonld'],
] as const;

/** What a context makes of each of some terms: as property, of a text and a list, and as type. */
async function meanings(context: JsonObject, terms: readonly string[]): Promise<string[]> {
  const document = {
    '@context': context,
    '@graph': terms.flatMap((term) => [
      { '@id': `urn:property:${term}`, [term]: ['relative', { '@id': 'urn:node' }] },
      { '@id': `urn:type:${term}`, '@type': term },
      { '@id': `urn:prefix:${term}`, [`${term}:suffix`]: 'x' },
    ]),
  };
  // The typings accept only some contexts, and give the result a wrong type.
  const expanded = await jsonld.expand(
    document as JsonLdDocument,
    { base: 'https://base.example/' } as object,
  );
  return Array.from(expanded as unknown as readonly object[], (node) => JSON.stringify(node));
}

// Left out where CDIF_CORPORA names no folder with the contexts.
describe.runIf(existsSync(folder))('bundled contexts and their originals', () => {
  it.each(originals)('%s gives each term of the original its meaning', async (name, file) => {
    const { '@context': original } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
      '@context': JsonObject;
    };
    const bundled = bundledContexts.find((each) => each.name === name)?.context ?? {};
    const terms = Object.keys(original).filter((term) => {
      return !term.startsWith('@') && !JSON.stringify(original[term]).startsWith('"@');
    });
    const expected = await meanings(original, terms);
    expect(expected.length).toBeGreaterThan(terms.length);
    expect(await meanings(bundled, terms)).toEqual(expected);
  });
});

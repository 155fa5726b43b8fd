import { describe, expect, it, onTestFinished } from 'vitest';
import type { StoreAddress } from '../../../src/engine/store/store-address.ts';
import { openTripleStore } from '../../../src/engine/store/open-triple-store.ts';
import { pushCatalogue } from '../../../src/export/push/push-catalogue.ts';
import { verifyPush } from '../../../src/export/push/verify-push.ts';
import type { UrlUpdate } from '../../../src/model/url-update.ts';
import {
  commit,
  kept,
  newPath,
  openCatalogue,
  openStore,
  record,
  url,
  urlUpdate,
  urlUpdateAt,
} from '../../catalogue/updates.ts';
import { provesInFull } from '../../support/proof.ts';
import { startRdfStore } from '../../support/rdf-store.ts';
import { sharedVirtuoso } from '../../support/virtuoso.ts';
import { isVirtuosoInstalled, lacksVirtuoso } from '../../support/virtuoso-process.mjs';

const now = (): Date => new Date('2026-11-20T12:00:00.000Z');
const lines = provesInFull ? 100_000 : 1500;
const listed = provesInFull ? 1000 : 10;
const letters = provesInFull ? 10_000_000 : 100_000;
const site = 'https://repository.example';

/** Records that stores may find hard to keep. */
function hostileUpdates(): readonly UrlUpdate[] {
  const list = kept('list', '{}');
  return [
    // IRIs near and beyond the limit of Virtuoso, of one and of two bytes a character.
    ...[1800, 1879, 1880, 1881, 1900, 2500].map((length) =>
      named(`${site}/${'l'.repeat(length - site.length - 1)}`),
    ),
    named(`${site}/${'ü'.repeat(1200)}`),
    named(`${site}/日本/𝄞?a=%22b%22&c=%3Cd%3E&e=%20f;g='h'(i)*!,~`),
    urlUpdate('ring', { nquads: ringLines(url('ring')) }),
    urlUpdate('empty', { nquads: '' }),
    urlUpdate('large', { nquads: manyLines(url('large')) }),
    urlUpdate('long', { nquads: longLine(url('long')) }),
    urlUpdate('texts', { nquads: textLines(url('texts')) }),
    urlUpdateAt(
      'list',
      [list],
      Array.from({ length: listed }, (_, at) => {
        const key = String(at);
        return record('list', list, { key, nquads: nameLines(`${url('list')}#${key}`) });
      }),
      {},
    ),
  ];
}

/** A record of its own URL. */
function named(index: string): UrlUpdate {
  return urlUpdate(index, { nquads: nameLines(url(index)) });
}

function nameLines(graph: string): string {
  return (
    `<${graph}> <http://schema.org/creator> _:b <${graph}> .\n` +
    `_:b <http://schema.org/name> "Somebody" <${graph}> .\n`
  );
}

/** Each of 60 blank nodes knows the next, and nothing tells them apart. */
function ringLines(graph: string): string {
  return Array.from(
    { length: 60 },
    (_, at) => `_:b${at} <urn:knows> _:b${(at + 1) % 60} <${graph}> .\n`,
  ).join('');
}

function manyLines(graph: string): string {
  return Array.from(
    { length: lines },
    (_, at) => `<urn:a:${at % 100}> <urn:says> "number ${at}" <${graph}> .\n`,
  ).join('');
}

function longLine(graph: string): string {
  return `<urn:a> <urn:says> "${'long '.repeat(letters / 5)}" <${graph}> .\n`;
}

function textLines(graph: string): string {
  const texts = [
    '',
    ' ',
    '\\"',
    '\\\\u0041',
    '\\\\',
    '\\n\\r',
    '}} ; DROP ALL ; {{',
    '𝄞',
    '?x $y',
    "'''",
  ];
  return texts.map((text, at) => `<urn:a> <urn:says:${at}> "${text}" <${graph}> .\n`).join('');
}

/**
 * Pushes the records, and again after some have changed; compares the store each time.
 * @returns the number of writes of a push without changes
 */
async function writesWithoutChange(address: StoreAddress, graphPrefix: string): Promise<number> {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, ...hostileUpdates());
  const reader = openStore(path, 'read');
  const store = await openTripleStore(address);
  onTestFinished(async () => store.close());
  const push = async (full?: true): Promise<number> => {
    const { refused, writes } = await pushCatalogue(reader, store, {
      path,
      now,
      graphPrefix,
      full,
    });
    expect(refused).toEqual([]);
    const compared = await verifyPush(reader, store, { graphPrefix });
    expect(compared).toMatchObject({ different: 0, missing: 0 });
    return writes;
  };
  await push();
  const writes = await push();
  commit(
    catalogue,
    ...['ring', 'large', 'long'].map((index) => named(index)),
    urlUpdate(`${site}/${'ü'.repeat(1200)}`, { nquads: longLine(`${site}/${'ü'.repeat(1200)}`) }),
  );
  await push();
  await push(true);
  return writes;
}

describe('a push of hostile records', () => {
  it.each([['graphStore'], ['update'], ['both']] as const)('to a store by %s', async (how) => {
    const { graphStore, update, query, close } = await startRdfStore();
    onTestFinished(close);
    const writes = await writesWithoutChange(
      {
        ...(how !== 'update' && { graphStore }),
        ...(how !== 'graphStore' && { update, query }),
        credentials: {},
      },
      '',
    );
    expect(writes).toBe(0);
  });

  it.skipIf(!isVirtuosoInstalled).each([['graphStore'], ['update'], ['both']] as const)(
    `to Virtuoso by %s${lacksVirtuoso}`,
    async (how) => {
      const { graphStore, update, query, credentials } = await sharedVirtuoso();
      const writes = await writesWithoutChange(
        {
          ...(how !== 'update' && { graphStore }),
          ...(how !== 'graphStore' && { update, query }),
          credentials,
        },
        `urn:test:hostile:${how}:`,
      );
      expect(writes).toBe(0);
    },
  );
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { XmlChecker } from '../../../dist/conformance/site/xml-checker.js';
import { billionLaughs, soilSchema, soilXml } from './soil-xml.ts';

const { signal } = new AbortController();
const small = { timeoutMs: 1000, heapBytes: 2 ** 25 };

function open(schemas: readonly (typeof soilSchema)[], limits?: typeof small): XmlChecker {
  const checker = new XmlChecker(schemas, limits);
  onTestFinished(async () => checker.close());
  return checker;
}

/** A document whose faults take quadratic time, since each has its position among its siblings. */
const costly = Buffer.from(
  `<soil xmlns="urn:soil:1"><title/><published>2024-01-01</published>` +
    `${'<creator/>'.repeat(400_000)}</soil>`,
);

/** A document with faults that take no time but memory. */
const manyFaults = Buffer.from(
  `<soil xmlns="urn:soil:1" ${Array.from({ length: 250_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
);

describe('XML documents that are checked in a thread', () => {
  it('have the results of `checkXml`, several at once', async () => {
    const checker = open([soilSchema]);
    await checker.open();
    const texts = [soilXml(), soilXml('x'), '<a>', billionLaughs(), ''];
    const results = await Promise.all(
      texts.map(async (text) => checker.check(Buffer.from(text), { signal })),
    );
    const kinds = results.map(({ kind }) => kind);
    expect(kinds).toEqual(['valid', 'invalid', 'malformed', 'malformed', 'malformed']);
  });

  it('cost no more than their time, and do not keep others from being checked', async () => {
    const checker = open([soilSchema], { ...small, heapBytes: 2 ** 27 });
    const [slow, other] = await Promise.all([
      checker.check(costly, { signal }),
      checker.check(Buffer.from(soilXml()), { signal }),
    ]);
    expect(slow).toEqual({ kind: 'excess', limit: 'milliseconds', max: 1000 });
    expect(other).toEqual({ kind: 'valid', namespace: 'urn:soil:1' });
  });

  it('cost no more than their memory', async () => {
    const checker = open([soilSchema], { ...small, timeoutMs: 600_000 });
    const [first, other] = await Promise.all([
      checker.check(manyFaults, { signal }),
      checker.check(Buffer.from(soilXml()), { signal }),
    ]);
    expect(first).toEqual({ kind: 'excess', limit: 'memory', max: small.heapBytes });
    expect(other).toEqual({ kind: 'valid', namespace: 'urn:soil:1' });
  });

  it('are not checked with a schema that cannot be used', async () => {
    const checker = open([{ namespace: 'urn:a', file: '/nowhere/a.xsd' }]);
    const message = '/nowhere/a.xsd: the XML schema cannot be read (ENOENT).';
    await expect(checker.open()).rejects.toThrow(message);
    await expect(checker.check(Buffer.from('<a/>'), { signal })).rejects.toThrow(message);
  });

  it('end with the reason of an abort', async () => {
    const checker = open([soilSchema]);
    const controller = new AbortController();
    const checked = checker.check(costly, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(checked).rejects.toThrow('enough');
  });
});

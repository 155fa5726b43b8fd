import { describe, expect, it } from 'vitest';
import { listShapesTests, runShapesTest, shapesSuiteFolder } from './data-shapes-suite.ts';

const folder = shapesSuiteFolder();

/** Runs the tests of a part of the suite. */
async function runPart(part: string) {
  const verdicts = [];
  for (const test of listShapesTests(folder ?? '', part))
    verdicts.push({ name: test.name, ...(await runShapesTest(test)) });
  return verdicts;
}

// Left out where CDIF_CORPORA names no folder with the suite.
describe.skipIf(folder === undefined)('the W3C suite for SHACL', () => {
  it('gives the whole expected report of each test of the core', async () => {
    const verdicts = await runPart('core');
    expect(verdicts).toHaveLength(98);
    for (const { name, found, expected, unevaluated } of verdicts) {
      expect.soft({ name, found, unevaluated }).toEqual({ name, found: expected, unevaluated: [] });
    }
  });

  it('gives the expected reports of SHACL-SPARQL, and names each query that is refused', async () => {
    const verdicts = await runPart('sparql');
    expect(verdicts).toHaveLength(23);
    for (const { name, found, expected, unevaluated } of verdicts) {
      expect.soft({ name, found }).toEqual({ name, found: expected ?? [] });
      const isNamed = expected !== undefined || unevaluated.length > 0;
      expect.soft({ name, isNamed }).toEqual({ name, isNamed: true });
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  readShapes,
  type ShapesValidation,
} from '../../../src/conformance/shacl/validate-shapes.ts';
import type { StatementText } from '../../../src/rdf/n-quads.ts';
import {
  countKinds,
  countSeverities,
  harvestedGraphs,
  hasOfficialShapes,
  officialShapes,
  plainGraphs,
} from './official-shapes.ts';

const adaRecords = 'cdif-validation/data/testJSONMetadata';
const discoveryRecords = 'cdif-discovery/data/examples';

/** Those of pySHACL 0.40.0 with `advanced=True`, for the 77 records of ADA. */
const adaResults = {
  'info MinCount _': 77,
  'info MinCount contactPointProperty': 198,
  'error MinCount accessProperty': 77,
  'error MinCount dateModifiedProperty': 77,
  'error MinCount nameProperty': 77,
  'error MinCount resourceIdentifierProperty': 77,
  'error MinCount rightsProperty': 77,
  'error Or AdditionalTypeUriShouldBeIRIShape': 231,
  'error Or PropertyIDUriShouldBeIRIShape': 77,
  'warning MinCount _': 77,
  'warning MinCount creatorProperty': 77,
  'warning MinCount keywordsProperty': 231,
};
/** Those of pySHACL for the 44 examples of CDIF discovery. */
const discoveryCounts = { error: 38_266, warning: 53_358, info: 15_938 };

async function validateAll(graphs: readonly StatementText[]): Promise<readonly ShapesValidation[]> {
  const shapes = await readShapes([
    { name: officialShapes, content: readFileSync(officialShapes) },
  ]);
  const validations: ShapesValidation[] = [];
  for await (const validation of shapes.validate(graphs)) validations.push(validation);
  const named = shapes.unevaluated().map(({ construct }) => construct);
  expect(named.toSorted()).toEqual(['sh:filterShape', 'sh:maxValue', 'sh:minValue']);
  return validations;
}

// Left out where CDIF_CORPORA names no folder with the official shapes and records.
describe.skipIf(!hasOfficialShapes)('the official CDIF shapes for discovery', () => {
  it('find in 77 records what pySHACL finds', async () => {
    for (const graphs of [await plainGraphs(adaRecords), await harvestedGraphs(adaRecords)]) {
      expect(graphs).toHaveLength(77);
      expect(countKinds(await validateAll(graphs))).toEqual(adaResults);
    }
  });

  it('find in 44 records what pySHACL finds', async () => {
    const graphs = await plainGraphs(discoveryRecords);
    expect(graphs).toHaveLength(44);
    expect(countSeverities(await validateAll(graphs))).toEqual(discoveryCounts);
  });

  // The @id of a funding has a blank, so that JSON-LD drops the node with its identifier, which has
  // no propertyID. The harvest mends such IRIs.
  it('find one warning more in each of two records whose IRIs the harvest mended', async () => {
    const validations = await validateAll(await harvestedGraphs(discoveryRecords));
    const { warning } = discoveryCounts;
    expect(countSeverities(validations)).toEqual({ ...discoveryCounts, warning: warning + 2 });
  });
});

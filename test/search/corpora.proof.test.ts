import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { scanAll } from './brute-force.ts';
import { corporaFolder, publishedIn } from './corpora.ts';
import { askedKinds, openImplementation, type Implementation } from './implementation.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds } from './question.ts';
import { randomQuestion } from './random-questions.ts';

// Left out where CDIF_CORPORA names no folder of records that others published.
const folder = corporaFolder();
const questions = proofSize(20, 500);

/** Documents of which the two readings differ, and why. */
const explained: readonly (readonly [part: string, reason: string])[] = [
  [
    'SDO-CDIF-BasicDataset-sdConformsTo.json',
    'graphs with names within graphs, which the scan does not read',
  ],
  [
    'cdif-validation/data/MetadataExamples/test_se_na2so4',
    'its context is not at hand, so the harvester refuses it',
  ],
  [
    'testingDataGraphs/selfiegeojson.jsonld',
    'its context is not at hand, so the harvester refuses it',
  ],
];

/**
 * Of these the scan knows only what the generator writes, and no sentences about licences and access
 * nor names of formats by other people. `same-answers.test.ts` asks for them.
 */
const unknown = new Set<string>(['access', 'licence', 'format']);
const kinds = askedKinds.filter((kind) => !unknown.has(kind));

const documents = (folder === undefined ? [] : publishedIn(folder)).filter(
  ({ url }) => !explained.some(([part]) => url.includes(part)),
);
const scanned = scanAll(documents);

describe.skipIf(folder === undefined)('In the records that others published', () => {
  let implementation: Implementation;

  beforeAll(async () => {
    implementation = await openImplementation(documents);
  });

  afterAll(async () => implementation.close());

  it.each(kinds)('a search by %s finds what a scan of the JSON finds', async (kind) => {
    const random = createRandom(questionKinds.indexOf(kind) + proofSeed(61));
    const wrong: object[] = [];
    for (let round = 0; round < questions; round += 1) {
      const question = randomQuestion(random, kind, scanned);
      const found = differences(await implementation.ask(question), answerFrom(scanned, question));
      if (found.length > 0) wrong.push({ question, found });
    }
    expect(wrong).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { scanAll } from './brute-force.ts';
import { corporaFolder, publishedIn } from './corpora.ts';
import { openImplementation, type Implementation } from './implementation.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds } from './question.ts';
import { randomQuestion } from './random-questions.ts';

// Where there are no corpora there is nothing to ask. By hand:
//   CDIF_CORPORA=../shared/corpora SEARCH_PROOF_QUESTIONS=500 npx vitest run test/search/corpora.test.ts
const folder = corporaFolder();
const questions = Number(process.env['SEARCH_PROOF_QUESTIONS'] ?? 20);
const timeout = 900_000;

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

const documents = (folder === undefined ? [] : publishedIn(folder)).filter(
  ({ url }) => !explained.some(([part]) => url.includes(part)),
);
const scanned = scanAll(documents);

describe.skipIf(folder === undefined)('In the records that others published', () => {
  let implementation: Implementation;

  beforeAll(async () => {
    implementation = await openImplementation(documents);
  }, timeout);

  afterAll(async () => implementation.close());

  it.each(questionKinds)(
    'a search by %s finds what a scan of the JSON finds',
    { timeout },
    async (kind) => {
      const random = createRandom(questionKinds.indexOf(kind) + 61);
      const wrong: object[] = [];
      for (let round = 0; round < questions; round += 1) {
        const question = randomQuestion(random, kind, scanned);
        const found = differences(
          await implementation.ask(question),
          answerFrom(scanned, question),
        );
        if (found.length > 0) wrong.push({ question, found });
      }
      expect(wrong).toEqual([]);
    },
  );
});

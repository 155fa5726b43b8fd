import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import { scanAll } from './brute-force.ts';
import { generate } from './generate/documents.ts';
import { askedKinds, openImplementation, type Implementation } from './implementation.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds } from './question.ts';
import { randomQuestion } from './random-questions.ts';

const resources = provesInFull ? 2000 : 300;
const questions = proofSize(5, 300);
const seed = proofSeed(21);

const documents = generate(seed, resources);
const scanned = scanAll(documents);
let implementation: Implementation;

beforeAll(async () => {
  implementation = await openImplementation(documents);
});

afterAll(async () => implementation.close());

it.each(askedKinds)('finds by %s what a scan of the JSON finds', async (kind) => {
  const random = createRandom(seed + questionKinds.indexOf(kind));
  const wrong: object[] = [];
  let answered = 0;
  for (let round = 0; round < questions; round += 1) {
    const question = randomQuestion(random, kind, scanned);
    const expected = answerFrom(scanned, question);
    const found = differences(await implementation.ask(question), expected);
    if (found.length > 0) wrong.push({ question, found });
    if (expected.sure.size > 0) answered += 1;
  }
  expect(wrong).toEqual([]);
  // It would be easy to agree on nothing.
  expect(answered).toBeGreaterThan(questions / 3);
});

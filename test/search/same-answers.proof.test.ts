import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import { scanAll } from './brute-force.ts';
import { generate } from './generate/documents.ts';
import { openImplementation, type Implementation } from './implementation.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds } from './question.ts';
import { randomQuestion } from './random-questions.ts';

const resources = provesInFull ? 10_000 : 300;
const questions = proofSize(8, 500);
const seed = proofSeed(21);

/** Those with a query that only filters, for stores without cells and words; to those with words accents matter. */
const twins = ['bbox-intersects', 'bbox-within', 'time-overlaps', 'time-within'] as const;
const twinsWithWords = ['keyword-words', 'text', 'variable-name', 'combined'] as const;

const documents = generate(seed, resources);
const scanned = scanAll(documents);
let implementation: Implementation;

beforeAll(async () => {
  implementation = await openImplementation(documents);
});

afterAll(async () => implementation.close());

it.each(questionKinds)('finds by %s what a scan of the JSON finds', async (kind) => {
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

it.each(twins)('finds by %s the same where every record is looked at', async (kind) => {
  const random = createRandom(seed + 100 + questionKinds.indexOf(kind));
  for (let round = 0; round < Math.min(questions, 20); round += 1) {
    const question = randomQuestion(random, kind, scanned);
    const found = await implementation.askByFilter(question);
    expect({ question, found }).toEqual({ question, found: await implementation.ask(question) });
  }
});

it.each(twinsWithWords)('finds by %s no more where every record is looked at', async (kind) => {
  const random = createRandom(seed + 200 + questionKinds.indexOf(kind));
  let shared = 0;
  for (let round = 0; round < Math.min(questions, 20); round += 1) {
    const question = randomQuestion(random, kind, scanned);
    const [found, byFilter] = [
      await implementation.ask(question),
      await implementation.askByFilter(question),
    ];
    const more = [...byFilter].filter((name) => !found.has(name));
    expect({ question, more }).toEqual({ question, more: [] });
    shared += byFilter.size;
  }
  expect(shared).toBeGreaterThan(0);
});

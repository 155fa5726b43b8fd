import { expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import { scanAll } from './brute-force.ts';
import { generate } from './generate/documents.ts';
import { answerFrom } from './matches.ts';
import { contradictions, questionKinds } from './question.ts';
import { randomQuestion } from './random-questions.ts';

const resources = provesInFull ? 10_000 : 500;
const questions = proofSize(10, 500);

const documents = generate(proofSeed(11), resources);
const truth = documents.flatMap(({ entries }) => entries);
const scanned = scanAll(documents);

it('finds in the JSON the resources that were put into it', () => {
  const names = (entries: typeof truth): string[] =>
    entries.map(({ document, resource }) => `${document} ${resource}`).toSorted();
  expect(names(scanned)).toEqual(names(truth));
  expect(truth.length).toBeGreaterThanOrEqual(resources);
});

it.each(questionKinds)('answers %s from the JSON as from the truth', (kind) => {
  const random = createRandom(questionKinds.indexOf(kind) + proofSeed(1));
  let answered = 0;
  for (let round = 0; round < questions; round += 1) {
    const question = randomQuestion(random, kind, truth);
    const fromTruth = answerFrom(truth, question);
    const fromScan = answerFrom(scanned, question);
    const wrong = contradictions(fromScan, fromTruth);
    expect({ question, wrong }).toEqual({ question, wrong: [] });
    if (fromTruth.sure.size > 0) answered += 1;
  }
  // It would be easy to agree on nothing.
  expect(answered).toBeGreaterThan(questions / 3);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { askIndex, asOne, sparqlKinds } from './index-requests.ts';
import { scanAll } from './brute-force.ts';
import { corporaFolder, publishedIn } from './corpora.ts';
import { askedKinds, openImplementation, type Implementation } from './implementation.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds, type Ask, type Question } from './question.ts';
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
 * For these the scan knows only the texts of the generator, but no other sentences about licences
 * and access, nor other names of formats. `same-answers.proof.test.ts` includes them.
 */
const unknown = new Set<string>(['access', 'licence', 'format']);
const isKnown = (kind: Question['kind']): boolean => !unknown.has(kind);
const indexKinds = questionKinds.filter((kind) => isKnown(kind) && !sparqlKinds.has(kind));

/** A question without what is unknown. */
function known(question: Question): Question {
  if (question.kind !== 'composed') return question;
  return { kind: 'composed', all: question.all.filter(({ kind }) => isKnown(kind)) };
}

const documents = (folder === undefined ? [] : publishedIn(folder)).filter(
  ({ url }) => !explained.some(([part]) => url.includes(part)),
);
const scanned = scanAll(documents);

/** Questions of a kind to which an answer is another than that of a scan of the JSON. */
async function wrongAnswers(kind: Question['kind'], ask: Ask): Promise<readonly object[]> {
  const random = createRandom(questionKinds.indexOf(kind) + proofSeed(61));
  const wrong: object[] = [];
  for (let round = 0; round < questions; round += 1) {
    const question = asOne(known(randomQuestion(random, kind, scanned)));
    const found = differences(await ask(question), answerFrom(scanned, question));
    if (found.length > 0) wrong.push({ question, found });
  }
  return wrong;
}

describe.skipIf(folder === undefined)('in published records', () => {
  let implementation: Implementation;

  beforeAll(async () => {
    implementation = await openImplementation(documents);
  });

  afterAll(async () => implementation.close());

  it.each(askedKinds.filter(isKnown))('a query finds by %s what a scan finds', async (kind) => {
    expect(await wrongAnswers(kind, implementation.ask)).toEqual([]);
  });

  it.each(indexKinds)('the index finds by %s what a scan finds', async (kind) => {
    const ask = askIndex(new SearchIndex(implementation.store), implementation);
    expect(await wrongAnswers(kind, ask)).toEqual([]);
  });
});

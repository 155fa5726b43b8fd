import { afterAll, expect, it } from 'vitest';
import { readWithoutPauses } from '../../../../src/catalogue/interruptible-reading.ts';
import { surveyNames } from '../../../../src/serve/pages/query/query-terms.ts';
import { newPath, openStore, urlUpdate } from '../../../catalogue/updates.ts';

it('estimates the counts of a large catalogue from some of its records', async () => {
  const store = openStore(newPath(afterAll), 'write', afterAll);
  for (let at = 100; at < 200; at += 1) {
    const graph = `<https://repository.example/record/${at}>`;
    const nquads = `<https://a.example/> <http://schema.org/name> "x" ${graph} .\n`;
    await store.write(urlUpdate(at, { nquads }));
  }
  const snapshot = store.snapshot();
  const { characters } = snapshot.totals();
  const survey = (most?: number) => readWithoutPauses(surveyNames(snapshot, most));
  const name = 'http://schema.org/name';
  expect(survey()).toMatchObject({ properties: [[name, 100]], isEstimate: false });
  expect(survey(characters / 4)).toMatchObject({ properties: [[name, 100]], isEstimate: true });
  expect(survey(1)).toMatchObject({ properties: [], isEstimate: true });
  snapshot.end();
});

import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineClient } from '../../dist/store/engine-client.js';
import { EngineThread } from '../../dist/store/engine-thread-client.js';
import { QueryFault } from '../../dist/store/query-fault.js';
import { imageFile } from '../../src/store/image/image-files.ts';
import { unionOfRecords } from '../../src/store/queries.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';
import { provesInFull } from '../support/proof.ts';

const select = (text: string) => ({ text, dataset: unionOfRecords, format: 'csv' }) as const;
const count = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');

/** One that has an image, and fails where that is right or not. */
class FailingThread extends EngineThread {
  override async query(): Promise<string> {
    throw new QueryFault('made up', '');
  }

  override imagesDoubtedFor() {
    return ['records'] as const;
  }
}

/** A catalogue with an image, whose first query fails as if the image were to blame. */
async function openFailing() {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, look(1), look(2), look(3));
  const first = new EngineClient({ path });
  await first.query(count);
  expect(await first.keepImages({ leastStatements: 1 })).toHaveLength(1);
  await first.close();
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const client = new EngineClient({ path, thread: new FailingThread(), onWarning });
  onTestFinished(async () => client.close());
  return { client, warnings, file: imageFile(path, 'records') };
}

describe('an image with which a query fails as if it were wrong', () => {
  it('is removed where there is an answer without it', async () => {
    const { client, warnings, file } = await openFailing();
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([expect.stringMatching(/not to be trusted .*\(.*made up\)/u)]);
    expect(existsSync(file)).toBe(false);
    expect(await client.keepImages({ leastStatements: 1 })).toHaveLength(1);
  });

  it.runIf(provesInFull)('is removed where the query fails in another way without it', async () => {
    const { client, warnings, file } = await openFailing();
    await expect(client.query(select('SELECT'))).rejects.toThrow(/expected/u);
    expect(warnings).toEqual([expect.stringMatching(/not to be trusted .*\(.*made up\)/u)]);
    expect(existsSync(file)).toBe(false);
  });

  it.runIf(provesInFull)(
    'stays where something else than the query is at fault without it',
    async () => {
      const { client, warnings, file } = await openFailing();
      const long = select(
        'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r . ?s ?t ?u . ?v ?w ?x . ?y ?z ?0 }',
      );
      await expect(client.query(long, { timeoutMs: 1 })).rejects.toMatchObject({
        name: 'QueryTimeoutFault',
      });
      expect(warnings).toEqual([]);
      expect(existsSync(file)).toBe(true);
    },
  );
});

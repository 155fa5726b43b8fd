import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Engine } from '../../src/store/engine.ts';
import { openEngineMemories } from '../../src/store/image/engine-memories.ts';
import { imageNames, type ImageName } from '../../src/store/image/image-files.ts';
import { ImageReading } from '../../src/store/image/image-reading.ts';
import { provesInFull } from '../support/proof.ts';
import { imaged, rows } from './imaged.ts';
import { openEngine } from './updates.ts';

/** An engine into whose memory an image is being read. */
async function openAhead(path: string, image: ImageName) {
  const memories = await openEngineMemories();
  const reading = new ImageReading(image, path, memories.graphs);
  const engine = new Engine({ path, memories, reading });
  onTestFinished(async () => engine.close());
  return { engine, reading };
}

describe('an image that is being read', () => {
  it.each(provesInFull ? imageNames : (['records'] as const))(
    'is not read again: %s',
    async (image) => {
      const { path, file } = await imaged(image);
      const expected = rows(await openEngine(path), image);
      const { engine, reading } = await openAhead(path, image);
      await reading.read;
      // Whoever would read it again would find nothing.
      rmSync(file);
      expect(await engine.restore(image)).toBe(true);
      expect(rows(engine, image)).toEqual(expected);
    },
  );
});

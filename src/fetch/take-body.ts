import { joinBytes } from '../http/body.ts';
import type { Body } from '../model/response.ts';
import { SpoolFile } from './spool-file.ts';

/**
 * Bodies of more bytes are read from a file: many large ones at once cost disk then, and not
 * memory.
 */
export const mostInMemory = 4_194_304;

/**
 * Reads a body to its end: into memory of its own, or into a temporary file where it has more than
 * `maxInMemory` bytes. When it fails, nothing stays behind.
 * @param folder where the file is made; by default where the system wants temporary files
 * @throws {SpoolFault} when the file cannot be written; what the body throws
 */
export async function takeBody(
  body: AsyncIterable<Uint8Array>,
  maxInMemory: number,
  folder?: string,
): Promise<Body> {
  let inMemory: Uint8Array[] = [];
  let bytes = 0;
  let file: SpoolFile | undefined;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes <= maxInMemory) {
        inMemory.push(piece);
        continue;
      }
      file ??= await SpoolFile.create(folder);
      await file.write([...inMemory, piece]);
      inMemory = [];
    }
    if (file === undefined) return joinBytes(inMemory);
    const identity = await file.close();
    return { path: file.path, bytes, identity, temporary: true };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

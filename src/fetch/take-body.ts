import { joinBytes } from '../http/body.ts';
import type { Body } from '../model/response.ts';
import { SpoolFile } from './spool-file.ts';

/** Larger bodies, in bytes, are kept in a file, so that many large ones do not fill the memory. */
export const mostInMemory = 4_194_304;

/**
 * Reads a whole body into a buffer of its own, or into a temporary file beyond `maxInMemory` bytes.
 * Leaves nothing behind on failure.
 * @param folder where the file is created; by default the temporary folder of the system
 * @throws {SpoolFault} when the file cannot be written; whatever the body throws
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

import { statSync } from 'node:fs';
import { join } from 'node:path';

/** What images are of: the record graphs; graphs of our own; or both, for queries that see all. */
export type ImageName = 'records' | 'own' | 'all';

export const imageNames = ['records', 'own', 'all'] as const satisfies readonly ImageName[];

/** Where the image of a catalogue is. */
export function imageFile(path: string, name: ImageName): string {
  return join(path, `${name}.image`);
}

/** An image as it lies in the catalogue directory. */
export interface KeptImage {
  readonly image: ImageName;
  readonly bytes: number;
  /** ISO 8601 in UTC. */
  readonly writtenAt: string;
}

/** The images of a catalogue, whether they are of its latest state or not. */
export function keptImages(path: string): readonly KeptImage[] {
  return imageNames.flatMap((image) => {
    const stat = statSync(imageFile(path, image), { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return [{ image, bytes: stat.size, writtenAt: stat.mtime.toISOString() }];
  });
}

/** An image that was written. */
export interface WrittenImage {
  readonly image: ImageName;
  readonly bytes: number;
}

/** What came of writing an image. */
export interface ImageWriting {
  readonly kept?: WrittenImage;
  /** Whether the memory is to be filled anew before an image is made of it. */
  readonly isWorn: boolean;
}

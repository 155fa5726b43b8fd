import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, ownIdentity, type ProcessMark } from '../process-identity.ts';
import type { QueryDataset } from '../queries.ts';

/** What images are of: the record graphs; or these and derived graphs, for queries that see all. */
export type ImageName = 'records' | 'all';

export const imageNames = ['records', 'all'] as const satisfies readonly ImageName[];

/** The image of the derived graphs that older versions kept. It is only removed. */
const formerName = 'own';

/** The images that have what a query is asked of, the one that has most of it first. */
export function imagesOf({ records, own }: QueryDataset): readonly ImageName[] {
  if (!records) return [];
  return own.length > 0 ? ['all', 'records'] : ['records'];
}

const ending = '.image';
const partEnding = '.part';

/** Where the image of a catalogue is. */
export function imageFile(path: string, name: ImageName): string {
  return join(path, `${name}${ending}`);
}

/** A name for the file of an image while it is written: it tells which process does that. */
export function newPart(name: ImageName): string {
  const { pid, started = '' } = ownIdentity();
  return `${name}${ending}.${pid}-${started}.${randomUUID()}${partEnding}`;
}

/** The process that writes, or wrote, what is no whole image; undefined where a file is something else. */
function writerOfPart(file: string): ProcessMark | undefined {
  const [name = '', image, writer = ''] = file.endsWith(partEnding) ? file.split('.') : [];
  if (!isImageName(name) || `.${image}` !== ending) return undefined;
  const [pid, started = ''] = writer.split('-');
  return { pid: Number(pid), ...(started === '' ? {} : { started }) };
}

/** Removes the images of older versions that nothing reads, and what was left by processes that were ended while they wrote. */
export function removeStaleImages(path: string): void {
  removeIfAllowed(join(path, `${formerName}${ending}`));
  for (const name of readdirSync(path)) {
    const writer = writerOfPart(name);
    // In a container of its own it may live; then it will not find its file, and goes without an image.
    if (writer !== undefined && !isAlive(writer)) {
      rmSync(join(path, name), { force: true });
    }
  }
}

/** Whether a file of a catalogue directory is an image, or what is left of one that was being written. */
export function isOfImage(file: string): boolean {
  const isWhole = file.endsWith(ending) && isImageName(file.slice(0, -ending.length));
  return isWhole || writerOfPart(file) !== undefined;
}

function isImageName(name: string | undefined): boolean {
  return name === formerName || imageNames.some((each) => each === name);
}

/** @returns whether a file is gone, which not everybody may see to */
export function removeIfAllowed(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether the operating system lets this user not read or write something. */
export function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
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

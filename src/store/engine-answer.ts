import { CatalogueFault, type CatalogueTrouble } from './catalogue-fault.ts';
import { EngineFault, type EngineTrouble } from './engine-fault.ts';
import { QueryFault, type QueryPlace } from './query-fault.ts';
import type { ImageFault } from './image/image-fault.ts';
import type { ImageName, ImageWriting } from './image/image-files.ts';
import type { QueryDataset, QueryRequest } from './queries.ts';

/**
 * What the thread of the engine gets: at first a catalogue, perhaps more than once, of which the last is the one; and perhaps what the
 * first query will be asked of. Then one query or image at a time, and at last that it is to end.
 */
export type EngineTask =
  | ({ readonly kind: 'open' } & EnginePlace)
  | { readonly kind: 'expect'; readonly dataset: QueryDataset }
  | { readonly kind: 'query'; readonly request: QueryRequest }
  | ({ readonly kind: 'keep' } & KeepTask)
  | { readonly kind: 'end' };

/** Of what the engine answers. */
export interface EnginePlace {
  /** The catalogue directory. */
  readonly path: string;
  /** The images that are read where they are there. */
  readonly images: readonly ImageName[];
}

/** That an image is to be written. */
export interface KeepTask {
  readonly image: ImageName;
  /** Whether the catalogue is read for it as far as it is not in memory. */
  readonly fill: boolean;
  /** Of what has fewer statements there is no image. */
  readonly leastStatements: number;
  /** The name of its file until it is whole; by default one that `newPart` gives. */
  readonly part?: string;
}

/**
 * What it sends: to each query `checked` when it is known to be one, `restored` where an image was put in place for it, `started` when
 * it begins to compute, and then one of the others; to each image what was `kept`.
 */
export type EngineAnswer =
  | { readonly kind: 'checked' }
  | { readonly kind: 'restored'; readonly image: ImageName }
  | { readonly kind: 'started' }
  | ({ readonly kind: 'kept' } & ImageWriting)
  /** Something is wrong with an image, or it could not be written. */
  | {
      readonly kind: 'image-failed';
      readonly image: ImageName;
      readonly reason: string;
      readonly trouble: ImageTrouble;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: PlainFault };

/** It is `unwritten`, or it was found when it was to be put in place that it is not to be used: see `ImageFault`. */
export type ImageTrouble = ImageFault['trouble'] | 'unwritten';

/** A fault as it can be sent between threads, where classes are lost. */
type PlainFault =
  | {
      readonly name: 'CatalogueFault';
      readonly trouble: CatalogueTrouble;
      readonly path: string;
      readonly detail: string;
    }
  | { readonly name: 'EngineFault'; readonly trouble: EngineTrouble; readonly message: string }
  | {
      readonly name: 'QueryFault';
      readonly detail: string;
      readonly place: QueryPlace | undefined;
    };

/** @returns undefined for what is no fault of these, but a mistake of ours */
export function plainFault(error: unknown): PlainFault | undefined {
  if (error instanceof QueryFault) {
    return { name: error.name, detail: error.detail, place: error.place };
  }
  if (error instanceof EngineFault) {
    return { name: error.name, trouble: error.trouble, message: error.message };
  }
  if (error instanceof CatalogueFault) {
    const { name, trouble, path, detail } = error;
    return { name, trouble, path, detail };
  }
  return undefined;
}

/** The fault that was sent. @param query what was asked */
export function faultFrom(
  plain: PlainFault,
  query: string,
): CatalogueFault | EngineFault | QueryFault {
  switch (plain.name) {
    case 'QueryFault':
      return new QueryFault(plain.detail, query, plain.place);
    case 'EngineFault':
      return new EngineFault(plain.trouble, plain.message);
    case 'CatalogueFault':
      return new CatalogueFault(plain.trouble, plain.path, plain.detail);
  }
}

/** What is the matter, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { CatalogueFault, type CatalogueTrouble } from './catalogue-fault.ts';
import { EngineFault, type EngineTrouble } from './engine-fault.ts';
import { QueryFault, type QueryPlace } from './query-fault.ts';
import type { QueryRequest } from './store.ts';

/** What the thread of the engine gets: one query at a time, and at last that it is to end. */
export type EngineTask =
  | { readonly kind: 'query'; readonly request: QueryRequest }
  | { readonly kind: 'end' };

/** What it sends to each query: `started` when that begins to compute, and then one of the others. */
export type EngineAnswer =
  | { readonly kind: 'started' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: PlainFault };

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

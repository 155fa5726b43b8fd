import { DamageFound } from '../store/catalogue-fault.ts';
import { EngineFault, type EngineTrouble } from './engine-fault.ts';
import type { QueryRequest } from './queries.ts';
import { QueryFault, type QueryPlace } from './query-fault.ts';
import type { StatementBytes } from './statement-bytes.ts';

/** A task for the engine's worker thread. */
export type EngineTask =
  /** Adds statements. */
  | { readonly kind: 'add'; readonly graphs: readonly StatementBytes[] }
  /** Replaces record graphs; graphs without statements are removed. */
  | { readonly kind: 'replace'; readonly graphs: readonly StatementBytes[] }
  /** Removes a named graph. */
  | { readonly kind: 'drop'; readonly graph: string }
  | { readonly kind: 'query'; readonly request: QueryRequest };

/** The reply to a task: the answer to a query, an empty text for other tasks, or a fault. */
export type EngineAnswer = { readonly text: string } | { readonly fault: PlainFault };

/** A fault that can be sent between threads, where classes are lost. */
type PlainFault =
  | { readonly name: 'DamageFound'; readonly message: string }
  | { readonly name: 'EngineFault'; readonly trouble: EngineTrouble; readonly message: string }
  | {
      readonly name: 'QueryFault';
      readonly detail: string;
      readonly query: string;
      readonly place: QueryPlace | undefined;
    };

/**  @throws the error itself where it is a bug and none of these faults */
export function plainFault(error: unknown, query: string): PlainFault {
  if (error instanceof QueryFault) {
    return { name: error.name, detail: error.detail, query, place: error.place };
  }
  if (error instanceof EngineFault) {
    return { name: error.name, trouble: error.trouble, message: error.message };
  }
  if (error instanceof DamageFound) return { name: error.name, message: error.message };
  throw error;
}

/** Restores a fault received from the thread. */
export function faultFrom(plain: PlainFault): DamageFound | EngineFault | QueryFault {
  switch (plain.name) {
    case 'DamageFound':
      return new DamageFound(plain.message);
    case 'EngineFault':
      return new EngineFault(plain.trouble, plain.message);
    case 'QueryFault':
      return new QueryFault(plain.detail, plain.query, plain.place);
  }
}

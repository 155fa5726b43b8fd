import { Option } from 'commander';
import { wholeNumber } from './numbers.ts';

/** The number of worker threads; by default that of the configuration. */
export interface WorkersOption {
  readonly workers?: number;
}

/** The option of `WorkersOption`. */
export function workersOption(): Option {
  return new Option(
    '--workers <n>',
    'number of threads that convert metadata to RDF; with 0 the main thread does, and a document that hangs or takes too much memory cannot be given up',
  ).argParser(wholeNumber(0));
}

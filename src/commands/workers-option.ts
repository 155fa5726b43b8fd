import { Option } from 'commander';
import { wholeNumber } from './numbers.ts';

/** How a command is told how many threads are to derive; where it is not, the configuration says. */
export interface WorkersOption {
  readonly workers?: number;
}

/** The option of `WorkersOption`, for a command that derives. */
export function workersOption(): Option {
  return new Option(
    '--workers <n>',
    'threads that turn JSON-LD into RDF; with 0 the main thread does, and a document that hangs or takes all memory cannot be given up',
  ).argParser(wholeNumber(0));
}

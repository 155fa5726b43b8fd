import { printable } from '../text/printable.ts';
import type { FullEngine } from './run.ts';

/** How many sources are named; the others are only counted. */
const maxSources = 3;

/** Sentences for the user: what fills the engine and how to reduce it. */
export function describeFullEngine({
  neededBytes: needed,
  capacityBytes,
  sources,
}: FullEngine): readonly string[] {
  const most = sources
    .slice(0, maxSources)
    .map(({ source, quads }) => `${printable(source)} (${quads.toLocaleString('en')})`);
  const others = sources.length - most.length;
  return [
    `The statements need about ${megabytes(needed)} of memory; the built-in query engine has ${megabytes(capacityBytes)}.`,
    ...(most.length === 0
      ? []
      : [`Most statements: ${most.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`]),
    'Remove a source that is not needed (cdif-graph remove --source), or load an export (cdif-graph export) into a triple store: see docs/stores.md.',
  ];
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

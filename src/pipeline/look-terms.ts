import { hash } from 'node:crypto';
import type { Limits } from '../config/schema.ts';
import type { UrlOutcome } from '../model/run.ts';
import type { Target } from '../model/target.ts';
import { remembered } from '../text/remembered.ts';
import { version } from '../version.ts';
import type { Reading } from './reading.ts';
import type { WantedTypes } from './wanted-types.ts';

/** What holds for all looks of a run: the version of the program, what a record may cost and which types are wanted. */
export function runSettings(limits: Limits, types: WantedTypes): string {
  const { linkDepth, linksPerPage, jsonDepth, jsonValues, listBytes, pieceBytes } = limits;
  const bounds = { linkDepth, linksPerPage, jsonDepth, jsonValues, listBytes, pieceBytes };
  return JSON.stringify([version, bounds, [...types]]);
}

/** The name of terms. Most URLs of a run have the same. */
const short = remembered((terms: string) => hash('sha256', terms, 'hex').slice(0, 16), 100);

/**
 * Names the terms of a look: where they are what they were then, the same answer gives the same.
 * They are what holds for the run, what its sources want of a page, with whose credentials it is
 * asked for, and the labels that name a script or a type.
 * @param settings see `runSettings`
 * @param look its target with all that is said of it by now
 */
export function lookTerms(
  settings: string,
  { fallbacks, negotiates, places, missingContext }: Reading,
  {
    target,
    credentialsOf,
  }: { readonly target: Target; readonly credentialsOf: string | undefined },
): string {
  const { labels = [], isList = false } = target;
  const wishes = [fallbacks, negotiates, places, missingContext ?? null];
  const shown = credentialsOf === undefined ? [] : [credentialsOf];
  return short(JSON.stringify([settings, ...wishes, ...shown, labels, isList]));
}

/** What is kept of the labels of a target, so that the next run knows them before they are met: they may stand late in a listing. */
export function keptLabels({ labels = [] }: Target): Pick<UrlOutcome, 'scriptLabels'> {
  const scriptLabels = labels.filter(({ scriptId }) => scriptId !== undefined);
  return scriptLabels.length === 0 ? {} : { scriptLabels };
}

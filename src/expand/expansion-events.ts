import type { DropReason } from '../model/problem.ts';
import type { FindingSink } from './findings.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** What jsonld.js says when it drops something. */
export interface ProcessorEvent {
  readonly code: string;
  readonly details: JsonObject;
}

/**
 * Which detail is what was dropped, and why. Codes that are missing here are about what is no loss (null, an empty
 * object) or what the writer sees for itself (IRIs that stay relative, language tags).
 */
const dropped: ReadonlyMap<string, { readonly detail: string; readonly reason: DropReason }> =
  new Map([
    ['free-floating scalar', { detail: 'value', reason: 'free-floating' }],
    ['object with only @id', { detail: 'value', reason: 'free-floating' }],
    ['object with only @list', { detail: 'value', reason: 'free-floating' }],
    ['object with only @value', { detail: 'value', reason: 'free-floating' }],
    ['reserved @id value', { detail: 'id', reason: 'reserved-name' }],
    ['reserved @reverse value', { detail: 'reverse', reason: 'reserved-name' }],
    ['reserved term', { detail: 'term', reason: 'reserved-name' }],
  ]);

/** Notes what expansion drops. */
export function noteEvent({ code, details }: ProcessorEvent, findings: FindingSink): void {
  const loss = dropped.get(code);
  if (loss !== undefined) {
    const value = textOf(details[loss.detail]);
    findings.add({ kind: 'value-dropped', value, reason: loss.reason });
  }
  if (code === 'invalid property') noteProperty(details, findings);
  if (code === 'relative @type reference') noteType(textOf(details['type']), findings);
}

/** Code `invalid property`: a name that expands to no IRI. Where a context maps it to null, it is meant to be left out. */
function noteProperty({ property, expandedProperty }: JsonObject, findings: FindingSink): void {
  const name = textOf(property);
  if (name.startsWith('@')) {
    findings.add({ kind: 'value-dropped', value: name, reason: 'reserved-name' });
  } else if (typeof expandedProperty === 'string') {
    findings.add(
      expandedProperty.includes(':')
        ? { kind: 'iri-dropped', value: expandedProperty, role: 'predicate' }
        : { kind: 'term-undefined', term: name },
    );
  }
}

/** Most classes that are no IRIs yet will be dealt with by the writer; of one like a keyword it sees nothing. */
function noteType(type: string, findings: FindingSink): void {
  if (!type.startsWith('@')) return;
  findings.add({ kind: 'value-dropped', value: type, reason: 'reserved-name' });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

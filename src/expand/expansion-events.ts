import type { DropReason } from '../model/problem.ts';
import type { FindingSink } from './findings.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** An event that jsonld.js emits when it drops something. */
export interface ProcessorEvent {
  readonly code: string;
  readonly details: JsonObject;
}

/**
 * The detail with the dropped value, and the reason. Codes not listed here lose nothing (null, an
 * empty object) or are detected by the graph writer (relative IRIs, language tags).
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

/** Notes a value that expansion drops. */
export function noteEvent({ code, details }: ProcessorEvent, findings: FindingSink): void {
  const loss = dropped.get(code);
  if (loss !== undefined) {
    const value = eventText(details[loss.detail]);
    findings.add({ kind: 'value-dropped', value, reason: loss.reason });
  }
  if (code === 'invalid property') noteProperty(details, findings);
  if (code === 'relative @type reference') noteType(eventText(details['type']), findings);
}

/**
 * Code `invalid property`: a name that does not expand to an IRI. A name that a context maps to
 * null is meant to be left out.
 */
function noteProperty({ property, expandedProperty }: JsonObject, findings: FindingSink): void {
  const name = eventText(property);
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

/** The graph writer handles most types that are not IRIs, but never sees those like a keyword. */
function noteType(type: string, findings: FindingSink): void {
  if (!type.startsWith('@')) return;
  findings.add({ kind: 'value-dropped', value: type, reason: 'reserved-name' });
}

function eventText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

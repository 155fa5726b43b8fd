import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { JsonPlace } from '../../model/finding.ts';
import type { Severity } from '../../model/problem.ts';
import { escapeInvisibleJson } from '../../text/printable.ts';
import type { Position } from '../../text/text-position.ts';
import { version } from '../../version.ts';

const schema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The levels of SARIF. */
export const sarifLevels = {
  error: 'error',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<Severity, string>;

/** The text of a log of SARIF 2.1.0 before its first result. */
export const sarifStart =
  `{\n"$schema": ${JSON.stringify(schema)},\n"version": "2.1.0",\n"runs": [{\n` +
  '"columnKind": "utf16CodeUnits",\n"results": [';

/** Writes the results of one log one by one, so that they need not be kept. */
export function createResultWriter(): (result: object) => string {
  let isFirst = true;
  return (result) => {
    const comma = isFirst ? '' : ',';
    isFirst = false;
    return `${comma}\n${jsonLine(result)}`;
  };
}

/** The end of a log: the rules that the results refer to, and what is said of the run. */
export function sarifEnd({ rules, invocation, properties }: SarifRun): string {
  const driver = { name: 'cdif-graph', version, semanticVersion: version, rules };
  const end = { tool: { driver }, invocations: [invocation], properties };
  return `\n],\n${jsonLine(end).slice(1, -1)}\n}]\n}\n`;
}

interface SarifRun {
  readonly rules: readonly object[];
  readonly invocation: object;
  readonly properties: object;
}

function jsonLine(value: object): string {
  return escapeInvisibleJson(JSON.stringify(value));
}

/** A text with a full stop at its end. */
export function asSentence(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

/** Tells a result from others, in each run. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Where a result is. @param url or a path */
export function sarifLocation(url: string, place?: Position & Partial<JsonPlace>): object {
  const pointer = place?.pointer ?? '';
  return {
    physicalLocation: {
      artifactLocation: { uri: artifactUri(url) },
      ...(place !== undefined && { region: { startLine: place.line, startColumn: place.column } }),
    },
    ...(isWebUrl(url) && { properties: { url } }),
    // For JSON, SARIF 3.33.5 wants a JSON Pointer.
    ...(pointer !== '' && { logicalLocations: [{ fullyQualifiedName: pointer }] }),
  };
}

/**
 * A URI reference for a URL or a path. Where code is scanned, all is in files: GitHub rejects a log
 * with another scheme than `file`. So a URL of the Web is the path of a file in a folder with the
 * name of its host.
 */
export function artifactUri(place: string): string {
  if (isWebUrl(place)) {
    const { host, pathname, search, hash } = new URL(place);
    // Neither a scheme, nor a query, nor a fragment of the path.
    const rest = (search + hash).replaceAll('?', '%3F').replaceAll('#', '%23');
    return encodeURIComponent(host) + pathname + rest;
  }
  if (URL.canParse(place) && /^file:/iu.test(place)) return new URL(place).href;
  if (place.startsWith('/')) return pathToFileURL(place).href;
  return place
    .replaceAll('\\', '/')
    .split('/')
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join('/');
}

function isWebUrl(place: string): boolean {
  return /^https?:/iu.test(place) && URL.canParse(place);
}

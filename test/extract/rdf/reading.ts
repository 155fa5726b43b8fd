import { readRdf, type RdfReading } from '../../../src/extract/rdf/read-rdf.ts';
import type { RdfSyntax } from '../../../src/model/media-type.ts';
import { documentUrl, wholeOf } from '../../expand/expanding.ts';
import { canonical, withoutGraph } from '../../support/canonical.ts';

export const base = 'https://soil.example/dataset/7';

export const limits = { statements: 100_000, characters: 10_000_000 };

/** Reads a text with generous limits. */
export function read(
  text: string,
  syntax: RdfSyntax,
  more: Partial<typeof limits> & { readonly jsonDepth?: number } = {},
): Promise<RdfReading> {
  const { jsonDepth = 200, ...own } = more;
  return readRdf(text, syntax, { baseIri: base, jsonDepth, limits: { ...limits, ...own } });
}

/** The JSON-LD documents of a text that can be read. */
export async function documentsIn(...input: Parameters<typeof read>): Promise<readonly unknown[]> {
  const reading = await read(...input);
  if (reading.kind !== 'documents') throw new Error(JSON.stringify(reading));
  return Array.from(reading.documents, (json): unknown => JSON.parse(json));
}

/** The statements of a text with one document, after JSON-LD and expansion, as canonical N-Quads. */
export async function statementsIn(...input: Parameters<typeof read>): Promise<string[]> {
  const [document, ...others] = await documentsIn(...input);
  if (others.length > 0) throw new Error(`${others.length + 1} documents`);
  const whole = await wholeOf(document);
  if (whole.kind !== 'written') throw new Error(JSON.stringify(whole));
  if (whole.problems.length > 0) throw new Error(JSON.stringify(whole.problems));
  return canonical(withoutGraph(whole.nquads, documentUrl));
}

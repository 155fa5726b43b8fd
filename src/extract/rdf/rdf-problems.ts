import type { RdfSyntax } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { RdfDocuments, RdfReading } from './read-rdf.ts';

/** The problem of a text without documents. */
export function rdfProblem(
  refusal: Exclude<RdfReading, RdfDocuments>,
  url: string,
  syntax: RdfSyntax,
): Problem {
  if (refusal.kind === 'malformed') return { kind: 'rdf-malformed', url, syntax, ...refusal.fault };
  const { limit, max } = refusal;
  return limit === 'statements'
    ? { kind: 'json-too-complex', url, limit, max }
    : { kind: 'graph-too-large', url, maxCharacters: max };
}

/** The lost parts of a text, each perhaps with a record. */
export function lostParts(
  { remarks: { parts } }: Pick<RdfDocuments, 'remarks'>,
  url: string,
  syntax: RdfSyntax,
): readonly Problem[] {
  return parts.first.map((fault) => ({ kind: 'rdf-part-malformed', url, syntax, ...fault }));
}

/**
 * The problems that accompany the documents of a text: lost lines, repairs, statements about
 * statements.
 */
export function problemsBeside(
  { remarks: { lines, parts, mends }, tripleTerms }: Pick<RdfDocuments, 'remarks' | 'tripleTerms'>,
  url: string,
): readonly Problem[] {
  const omitted = [
    ['rdf-line-malformed', lines.omitted],
    ['rdf-part-malformed', parts.omitted],
    ['rdf-mended', mends.omitted],
  ] as const;
  return [
    ...lines.first.map((fault) => ({ kind: 'rdf-line-malformed', url, ...fault }) as const),
    ...mends.first.map((mend) => ({ kind: 'rdf-mended', url, ...mend }) as const),
    ...Array.from(tripleTerms, (value) => {
      return { kind: 'value-dropped', url, value, reason: 'triple-term' } as const;
    }),
    ...omitted
      .filter(([, count]) => count > 0)
      .map(([of, count]) => ({ kind: 'problems-omitted', url, of, count }) as const),
  ];
}

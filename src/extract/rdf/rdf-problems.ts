import type { RdfSyntax } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { RdfDocuments, RdfReading } from './read-rdf.ts';

/** The problem of a text that gives no documents. */
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

/** What is to be said beside the documents of a text: the lines it lost, and statements about statements. */
export function problemsBeside(
  { lineFaults: { first, omitted }, tripleTerms }: Pick<RdfDocuments, 'lineFaults' | 'tripleTerms'>,
  url: string,
): readonly Problem[] {
  const about = Array.from(tripleTerms, (value) => {
    return { kind: 'value-dropped', url, value, reason: 'triple-term' } as const;
  });
  const lines = first.map(({ detail, line }) => {
    return { kind: 'rdf-line-malformed', url, detail, line } as const;
  });
  const problems: Problem[] = [...lines, ...about];
  if (omitted > 0) {
    problems.push({ kind: 'problems-omitted', url, of: 'rdf-line-malformed', count: omitted });
  }
  return problems;
}

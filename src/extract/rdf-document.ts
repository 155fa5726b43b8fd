import type { RdfSyntax } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import { declaredCharset, decodeJson } from './character-decoding.ts';
import { detectRdfSyntax } from './body-formats.ts';
import {
  deriveRdfLimits,
  listLostParts,
  listRdfProblems,
  type RdfDocuments,
  readRdf,
  toRdfProblem,
} from './rdf/read-rdf.ts';
import { failedOutcome, producedDocument } from './outcomes.ts';
import type { ExtractRoute } from './route.ts';

/** Characters used to detect the syntax. */
const sniffedCharacters = 16_384;

/**
 * Extracts RDF in a syntax other than JSON-LD, converted to one JSON-LD document per graph. It is
 * UTF-8 as JSON is, except for XML with another declaration. Parsers are loaded for the first such
 * response.
 */
export const rdfRoute: ExtractRoute = {
  decode: (body, charset) => decodeJson(body, charset ?? declaredCharset(body)),

  async *extract({ response: { target, retrieval }, mediaType, decoded: { text }, limits }) {
    const { url } = target;
    const { finalUrl: baseIri } = retrieval;
    const syntax = detectRdfSyntax(mediaType.essence, text.slice(0, sniffedCharacters)) ?? 'turtle';
    const options = { baseIri, jsonDepth: limits.jsonDepth, limits: deriveRdfLimits(limits) };
    const reading = await readRdf(text, syntax, options);
    if (reading.kind !== 'documents') {
      yield failedOutcome(toRdfProblem(reading, url, syntax));
      return;
    }
    // A single named graph is a list of one.
    const item = reading.isLoneGraph ? { piece: { sharesName: false } } : {};
    let problems = listRdfProblems(reading, url);
    let isEmpty = true;
    for (const json of reading.documents) {
      yield producedDocument({ documentUrl: url, route: 'rdf', json, baseIri, ...item }, problems);
      problems = [];
      isEmpty = false;
    }
    if (isEmpty) yield failedOutcome(emptyProblem(reading, url, syntax), problems);
    else for (const problem of listLostParts(reading, url, syntax)) yield failedOutcome(problem);
  },
};

/** If every line or part is bad, the first fault is the reason. */
function emptyProblem({ remarks }: RdfDocuments, url: string, syntax: RdfSyntax): Problem {
  const [fault] = [...remarks.lines.first, ...remarks.parts.first];
  return fault === undefined
    ? { kind: 'no-triples', url }
    : toRdfProblem({ kind: 'malformed', fault }, url, syntax);
}

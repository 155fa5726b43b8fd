import type { RdfSyntax } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import { decodeJson } from './character-decoding.ts';
import { declaredCharset } from './declared-charset.ts';
import { rdfSyntaxAt } from './rdf/rdf-syntax-at.ts';
import { rdfLimits } from './rdf/rdf-limits.ts';
import { lostParts, problemsBeside, rdfProblem } from './rdf/rdf-problems.ts';
import { readRdf, type RdfDocuments } from './rdf/read-rdf.ts';
import type { Route } from './route.ts';

/** How much of a text is looked at to find out its syntax. */
const sniffedCharacters = 16_384;

/**
 * The response is RDF in another syntax than JSON-LD, whose graphs are rewritten as JSON-LD: a document a graph. It is
 * UTF-8 as JSON is, but for XML that says otherwise. Parsers are loaded when the first such response comes.
 */
export const rdf: Route = {
  decode: (body, charset) => decodeJson(body, charset ?? declaredCharset(body)),

  async *extract({ response: { target, retrieval }, mediaType, decoded: { text }, limits }) {
    const { url } = target;
    const { finalUrl: baseIri } = retrieval;
    const syntax = rdfSyntaxAt(mediaType.essence, text.slice(0, sniffedCharacters)) ?? 'turtle';
    const { jsonDepth } = limits;
    const reading = await readRdf(text, syntax, { baseIri, jsonDepth, limits: rdfLimits(limits) });
    if (reading.kind !== 'documents') {
      yield { kind: 'failed', problem: rdfProblem(reading, url, syntax) };
      return;
    }
    // A graph alone is a list of one.
    const item = reading.isLoneGraph ? { piece: { sharesName: false } } : {};
    let problems = problemsBeside(reading, url);
    let isEmpty = true;
    for (const json of reading.documents) {
      const document = { documentUrl: url, route: 'rdf', json, baseIri, ...item } as const;
      yield { kind: 'produced', value: { kind: 'document', document }, problems };
      problems = [];
      isEmpty = false;
    }
    if (!isEmpty) {
      for (const problem of lostParts(reading, url, syntax)) yield { kind: 'failed', problem };
      return;
    }
    yield { kind: 'failed', problem: nothingIn(reading, url, syntax), problems };
  },
};

/** Where each line or part is bad, that is the reason. */
function nothingIn({ remarks }: RdfDocuments, url: string, syntax: RdfSyntax): Problem {
  const [fault] = [...remarks.lines.first, ...remarks.parts.first];
  return fault === undefined
    ? { kind: 'no-triples', url }
    : rdfProblem({ kind: 'malformed', fault }, url, syntax);
}

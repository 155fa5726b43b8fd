import { coveringCells } from '../facts/place/cells.ts';
import { coveringSpans } from '../facts/time/spans.ts';
import { formatOf, formatSpellings } from '../facts/text/format.ts';
import { registeredAgent } from '../facts/text/agent-iri.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import { cellNode, spanNode } from '../store/index-nodes.ts';
import type { DerivedParameter } from './parameters.ts';
import type { SearchBoxes, SearchYears } from './search-ranges.ts';
import { boxesOfGeometry, distinctWords, iriOfAgent } from './simple-values.ts';
import { iriTermOf, type SparqlTerm, stringTerm } from './sparql-term.ts';

/** What was said, and how it was read. */
export interface ReadValues {
  readonly values: ReadonlyMap<string, string>;
  readonly boxes: SearchBoxes;
  readonly years: SearchYears;
}

/** What follows from the values of other parameters; nothing where they have none. */
export function derivedColumn(
  { type, from }: DerivedParameter,
  { values, boxes, years }: ReadValues,
): readonly SparqlTerm[] {
  const said = from.flatMap((name) => values.get(name) ?? []);
  switch (type) {
    case 'map cells':
      return mapCells(boxes, said).cells.map((cell) => iriTermOf(cellNode(cell)));
    case 'map cells above':
      return mapCells(boxes, said).ancestors.map((cell) => iriTermOf(cellNode(cell)));
    case 'time cells':
      return timeCells(years).cells.map((cell) => iriTermOf(spanNode(cell)));
    case 'time cells above':
      return timeCells(years).ancestors.map((cell) => iriTermOf(spanNode(cell)));
    case 'longest word':
      return longestOf(distinctWords(said.join(' '))).map(stringTerm);
    case 'identifier as IRI':
      return said.flatMap((name) => repairIri(identifierName(name)) ?? []).map(iriTermOf);
    case 'IRI of agent':
      return said.flatMap((agent) => iriOfAgent(agent) ?? []).map(iriTermOf);
    case 'words of agent':
      return wordsOfAgents(said).map(stringTerm);
    case 'longest word of agent':
      return longestOf(wordsOfAgents(said)).map(stringTerm);
    case 'spellings of format':
      return said.flatMap((format) => formatSpellings(formatOf(format))).map(stringTerm);
    case 'number of words':
      return [String(distinctWords(said.join(' ')).length)];
  }
}

const webOrUrn = /^\s*(?:https?:\/\/|urn:[a-z\d])/iu;

/** Of those that may be said by name: `ORNL:DAAC` can be an IRI as well. */
function wordsOfAgents(said: readonly string[]): readonly string[] {
  const named = said.filter((agent) => {
    return registeredAgent(agent) === undefined && !webOrUrn.test(agent);
  });
  return distinctWords(named.join(' '));
}

const nowhere = { cells: [], ancestors: [] };

/** Of the edges, or of a geometry. */
function mapCells({ boxes }: SearchBoxes, said: readonly string[]) {
  const asked = boxes.length > 0 ? boxes : said.flatMap(boxesOfGeometry);
  return asked.length === 0 ? nowhere : coveringCells(asked);
}

function timeCells({ range }: SearchYears) {
  return range === undefined ? nowhere : coveringSpans(range);
}

/** Long words are rare, so that few entries are looked at for the others. */
function longestOf(words: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  if (first === undefined) return [];
  return [others.reduce((longest, word) => (word.length > longest.length ? word : longest), first)];
}

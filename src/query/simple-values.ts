import { boxWkt } from '../facts/place/wkt-text.ts';
import { readGeometry } from '../facts/place/read-geometry.ts';
import { agentIri, agentName } from '../facts/text/agent-iri.ts';
import { folded } from '../facts/text/fold.ts';
import { tellingWords } from '../facts/text/function-words.ts';
import { formatOf } from '../facts/text/format.ts';
import { licenceOf } from '../facts/text/licence.ts';
import { unitName } from '../facts/text/unit-name.ts';
import { isFault } from '../facts/time/moment-reading.ts';
import { momentText } from '../facts/time/moment.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import type { GeometryRepair } from '../model/geometry-remarks.ts';
import { accesses, type Box } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { iriSpellings, isWrittenIri } from '../rdf/iri-spellings.ts';
import { isIri } from '../rdf/iri.ts';
import { geo, xsd } from '../rdf/vocabularies.ts';
import { faultOfValue } from './parameter-fault.ts';
import type { GivenParameter, ParameterType } from './parameters.ts';
import { readNumber } from './search-ranges.ts';
import { doubleTerm, iriTermOf, type SparqlTerm, stringTerm, typedTerm } from './sparql-term.ts';
import { typeIri } from '../rdf/type-name.ts';

/** Older than the universe. */
const oldest = 20_000;

const askedAccesses: ReadonlySet<string> = new Set([...accesses, 'unknown']);

const spdxLicences = 'https://spdx.org/licenses/';

type Reader = (value: string) => readonly SparqlTerm[];

/** Each in the spelling in which the index has it. No terms: the value is not of the type. */
const readers: Partial<Record<ParameterType, Reader>> = {
  words: (value) => distinctWords(value).map(stringTerm),
  name: (value) => (distinctWords(value).length === 0 ? [] : [stringTerm(folded(value))]),
  text: (value) => (value === '' ? [] : [stringTerm(value)]),
  IRI: (value) => (isIri(value) ? iriSpellings(value).map(iriTermOf) : []),
  identifier: (value) => (value.trim() === '' ? [] : [stringTerm(identifierName(value))]),
  licence: licenceTerms,
  agent: (value) => iriOrName(iriOfAgent(value) ?? value),
  access: (value) => (askedAccesses.has(value) ? [stringTerm(value)] : []),
  term: termTerms,
  format: (value) => (value.trim() === '' ? [] : [stringTerm(formatOf(value))]),
  unit: unitTerms,
  type: (value) => [typeIri(value)].flatMap((iri) => (iri === undefined ? [] : [iriTermOf(iri)])),
  'yes or no': (value) => (/^(?:yes|no)$/u.test(value) ? [stringTerm(value)] : []),
  moment: momentTerms,
  geometry: (value) => geometriesOf(value).map((wkt) => typedTerm(wkt, geo.wktLiteral)),
};

/**
 * The terms of a value that is read by itself; for a text with several words, one a word. Edges and ends of times, which are
 * read together, give none.
 * @throws {UsageFault} where the value is not of the parameter's type
 */
export function simpleValue(
  query: string,
  parameter: GivenParameter,
  value: string,
): readonly SparqlTerm[] {
  if (parameter.type === 'age') {
    return [doubleTerm(readNumber({ name: query }, parameter, value, [0, oldest]))];
  }
  const read = readers[parameter.type];
  if (read === undefined) return [];
  const terms = read(value);
  if (terms.length === 0) throw faultOfValue(query, parameter, value);
  return terms;
}

/** The words of a text that are looked up, each once. */
export function distinctWords(text: string): readonly string[] {
  return [...new Set(tellingWords(text))];
}

function geometriesOf(value: string): readonly string[] {
  const { boxes, wkt } = askedGeometry(value);
  return wkt === undefined ? boxes.map(boxWkt) : [wkt];
}

/** Who asks can be asked back, so nothing is mended that could be meant in another way. */
function askedGeometry(value: string): { readonly boxes: readonly Box[]; readonly wkt?: string } {
  const reading = readGeometry(value, 'geometry', { axisOrder: 'lon-lat' });
  const isGuessed = reading.remarks.some((remark) => {
    return remark.kind === 'geometry-repaired' && guesses.has(remark.repair);
  });
  return isGuessed ? { boxes: [] } : reading;
}

const guesses: ReadonlySet<GeometryRepair> = new Set(['axis-order', 'other-shape', 'ring-closed']);

/** The one IRI of an agent that is said by an IRI in any spelling; none where it is said by name. */
export function iriOfAgent(value: string): string | undefined {
  const iri = agentIri(value);
  const name = iri === undefined ? undefined : agentName(iri);
  return name !== undefined && isIri(name) ? name : undefined;
}

function iriOrName(name: string): readonly SparqlTerm[] {
  if (isWrittenIri(name)) return [iriTermOf(name)];
  const iris = isIri(name) ? [iriTermOf(name)] : [];
  return distinctWords(name).length === 0 ? iris : [...iris, stringTerm(folded(name))];
}

/** An IRI of SPDX has one spelling in the index; another one is there as it was published, with either scheme. */
function licenceTerms(value: string): readonly SparqlTerm[] {
  const name = licenceOf(value);
  const [, rest] = isWrittenIri(name) ? (/^https?:(.+)$/isu.exec(name) ?? []) : [];
  if (rest === undefined || name.startsWith(spdxLicences)) return iriOrName(name);
  return [...new Set([name, `http:${rest}`, `https:${rest}`])].map(iriTermOf);
}

/** A label is compared by its words, a code as it is written; both can look like an IRI, as `Depth:mean` does. */
function termTerms(value: string): readonly SparqlTerm[] {
  const said = value.trim();
  if (isWrittenIri(said)) return iriSpellings(said).map(iriTermOf);
  const iris = isIri(said) ? [iriTermOf(said)] : [];
  return said === '' ? [] : [...new Set([said, folded(said)])].map(stringTerm).concat(iris);
}

function unitTerms(value: string): readonly SparqlTerm[] {
  const said = value.trim();
  if (isWrittenIri(said)) return iriSpellings(said).map(iriTermOf);
  return said === '' ? [] : [stringTerm(unitName(said)), ...(isIri(said) ? [iriTermOf(said)] : [])];
}

function momentTerms(value: string): readonly SparqlTerm[] {
  const reading = readMoment(value.trim());
  if (reading === undefined || isFault(reading)) return [];
  const { startDateTime } = periodBounds({ start: momentText(reading.first) });
  return startDateTime === undefined ? [] : [typedTerm(startDateTime, xsd.dateTime)];
}

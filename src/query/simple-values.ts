import { folded } from '../facts/text/fold.ts';
import { tellingWords } from '../facts/text/function-words.ts';
import { formatOf } from '../facts/text/format.ts';
import { isFault } from '../facts/time/moment-reading.ts';
import { momentText } from '../facts/time/moment.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import { accesses } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { iriSpellings, isWrittenIri } from '../rdf/iri-spellings.ts';
import { isIri } from '../rdf/iri.ts';
import { geo, xsd } from '../rdf/vocabularies.ts';
import { readAskedGeometry } from '../search/asked-box.ts';
import { agentKeys, licenceKeys, termKeys, unitKeys } from '../search/asked-names.ts';
import { faultOfValue } from './parameter-fault.ts';
import type { GivenParameter, ParameterType } from './parameters.ts';
import { readNumber } from './search-ranges.ts';
import { doubleTerm, iriTermOf, type SparqlTerm, stringTerm, typedTerm } from './sparql-term.ts';
import { typeIri } from '../rdf/type-name.ts';

/** Older than the universe. */
const oldest = 20_000;

const askedAccesses: ReadonlySet<string> = new Set([...accesses, 'unknown']);

type Reader = (value: string) => readonly SparqlTerm[];

/** Each in the spelling in which the index has it. No terms: the value is not of the type. */
const readers: Partial<Record<ParameterType, Reader>> = {
  words: (value) => distinctWords(value).map(stringTerm),
  name: (value) => (distinctWords(value).length === 0 ? [] : [stringTerm(folded(value))]),
  text: (value) => (value === '' ? [] : [stringTerm(value)]),
  IRI: (value) => (isIri(value) ? iriSpellings(value).map(iriTermOf) : []),
  identifier: (value) => (value.trim() === '' ? [] : [stringTerm(identifierName(value))]),
  licence: (value) => termsOfKeys(licenceKeys(value)),
  agent: (value) => iriOrName(agentKeys(value).iri ?? value),
  access: (value) => (askedAccesses.has(value) ? [stringTerm(value)] : []),
  term: (value) => termsOfKeys(termKeys(value)),
  format: (value) => (value.trim() === '' ? [] : [stringTerm(formatOf(value))]),
  unit: (value) => termsOfKeys(unitKeys(value)),
  type: (value) => [typeIri(value)].flatMap((iri) => (iri === undefined ? [] : [iriTermOf(iri)])),
  'yes or no': (value) => (/^(?:yes|no)$/u.test(value) ? [stringTerm(value)] : []),
  moment: momentTerms,
  geometry: (value) => readAskedGeometry(value).wkt.map((wkt) => typedTerm(wkt, geo.wktLiteral)),
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

function iriOrName(name: string): readonly SparqlTerm[] {
  if (isWrittenIri(name)) return [iriTermOf(name)];
  const iris = isIri(name) ? [iriTermOf(name)] : [];
  return distinctWords(name).length === 0 ? iris : [...iris, stringTerm(folded(name))];
}

/** A key is an IRI, a text, or may be either, as `Depth:mean` does. */
function termsOfKeys(keys: readonly string[]): readonly SparqlTerm[] {
  const texts = keys.filter((key) => !isWrittenIri(key)).map(stringTerm);
  return texts.concat(keys.filter(isIri).map(iriTermOf));
}

function momentTerms(value: string): readonly SparqlTerm[] {
  const reading = readMoment(value.trim());
  if (reading === undefined || isFault(reading)) return [];
  const { startDateTime } = periodBounds({ start: momentText(reading.first) });
  return startDateTime === undefined ? [] : [typedTerm(startDateTime, xsd.dateTime)];
}

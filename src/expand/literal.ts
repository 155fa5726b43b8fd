import { canonicalJson } from '../text/canonical-json.ts';
import { repairLanguageTag } from '../rdf/language-tag.ts';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../rdf/n-quads.ts';
import { rdf, xsd } from '../rdf/vocabularies.ts';
import { wellFormed } from '../text/well-formed.ts';
import type { Findings } from './findings.ts';
import type { GraphTerms } from './graph-terms.ts';
import type { JsonObject, JsonValue } from './json.ts';

/**
 * The literal of an expanded value object as an N-Quads term (JSON-LD 1.1 API §8.2, Object to RDF
 * Conversion). Notes `literal-repaired`, `language-tag-repaired` and, for a direction,
 * `value-dropped`.
 * @returns undefined where its datatype is not an IRI, which is noted as `iri-dropped`
 */
export function literalTerm(
  object: JsonObject,
  terms: GraphTerms,
  findings: Findings,
): string | undefined {
  const { '@value': value = null, '@type': datatype } = object;
  if (datatype === '@json') return typedLiteral(canonicalJson(value), iriTerm(rdf.JSON));
  const { text, type } = lexicalForm(value, datatype);
  const repaired = wellFormed(text);
  if (repaired !== text) findings.add({ kind: 'literal-repaired', value: text });
  // RDF 1.1 Concepts §3.3: these types need a language tag, and a value object with a type has
  // none.
  const lacksTag = datatype === rdf.langString || datatype === rdf.dirLangString;
  if (datatype !== undefined && !lacksTag) {
    const term = terms.vocabulary(textOf(datatype), 'datatype');
    return term === undefined ? undefined : typed(repaired, term);
  }
  if (type !== undefined) return typedLiteral(repaired, iriTerm(type));
  noteDirection(object, findings);
  return withLanguage(repaired, lacksTag ? '' : object['@language'], findings);
}

/** The text of a value, and its implied datatype. */
function lexicalForm(
  value: JsonValue,
  datatype: JsonValue | undefined,
): { readonly text: string; readonly type?: string } {
  if (typeof value === 'boolean') return { text: String(value), type: xsd.boolean };
  if (typeof value !== 'number') return { text: textOf(value) };
  if (value % 1 !== 0 || Math.abs(value) >= 1e21 || datatype === xsd.double) {
    return { text: canonicalDouble(value), type: xsd.double };
  }
  return { text: value.toFixed(0), type: xsd.integer };
}

/**
 * JSON-LD 1.1 API §8.6: one digit before the point, one to fifteen after it. This is
 * `toExponential` without trailing zeros of the fraction and without the plus sign.
 */
function canonicalDouble(value: number): string {
  return value.toExponential(15).replace(/(\.\d(?:\d*[1-9])?)0*e\+?/u, '$1E');
}

function typed(text: string, datatypeTerm: string): string {
  return datatypeTerm === iriTerm(xsd.string)
    ? plainLiteral(text)
    : typedLiteral(text, datatypeTerm);
}

function withLanguage(text: string, language: JsonValue | undefined, findings: Findings): string {
  if (typeof language !== 'string') return plainLiteral(text);
  const repaired = repairLanguageTag(language);
  if (repaired !== language) {
    findings.add({ kind: 'language-tag-repaired', value: language, repaired });
  }
  return repaired === undefined ? plainLiteral(text) : taggedLiteral(text, repaired);
}

function noteDirection({ '@direction': direction }: JsonObject, findings: Findings): void {
  if (typeof direction !== 'string') return;
  findings.add({ kind: 'value-dropped', value: direction, reason: 'text-direction' });
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { words } from '../facts/text/fold.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import type { AgentRole, Text } from '../model/search-facts.ts';
import { isIri } from '../rdf/iri.ts';
import { iriSpellings } from '../rdf/iri-spellings.ts';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../rdf/n-quads.ts';
import { dcterms, schema, xsd } from '../rdf/vocabularies.ts';
import { wellFormed } from '../text/well-formed.ts';
import { dateTime, text as textTerm, type Term } from './own-terms.ts';

/** The property that links an entry to an agent, by role. */
export const rolePredicates = {
  contributor: dcterms.contributor,
  copyrightHolder: schema.copyrightHolder,
  creator: dcterms.creator,
  editor: schema.editor,
  funder: schema.funder,
  maintainer: schema.maintainer,
  provider: schema.provider,
  publisher: dcterms.publisher,
} as const satisfies Record<AgentRole, string>;

/** A literal with its language tag. */
export function literal({ text, language }: Text): Term {
  const sound = wellFormed(text);
  return language === undefined ? plainLiteral(sound) : taggedLiteral(sound, language);
}

/** An xsd:double literal, infinity included. */
export function double(value: number): Term {
  const text = Number.isFinite(value) ? String(value) : value > 0 ? 'INF' : '-INF';
  return typedLiteral(text, iriTerm(xsd.double));
}

/** The start of a time as xsd:dateTime. @param time as in `Period` */
export function startOf(time: string | undefined): Term | undefined {
  const start =
    time === undefined ? undefined : periodBounds({ start: time, end: time }).startDateTime;
  return start === undefined ? undefined : dateTime(start);
}

/** The folded words of several texts in one literal. */
export function foldedTexts(texts: readonly Text[]): Term | undefined {
  const all = texts.flatMap(({ text }) => words(text));
  return all.length === 0 ? undefined : plainLiteral(wellFormed(all.join(' ')));
}

/** A vocabulary, by IRI in the spellings of `conceptTerms`, or by name. */
export function schemeTerms(scheme: string | undefined): readonly Term[] {
  const named = textTerm(scheme);
  if (scheme !== undefined && isIri(scheme)) return conceptTerms(scheme);
  return named === undefined ? [] : [named];
}

/**
 * An IRI as published, which people copy, and in its canonical spelling, by which records match.
 */
export function conceptTerms(iri: string | undefined): readonly Term[] {
  return iri === undefined ? [] : iriSpellings(iri).map(iriTerm);
}

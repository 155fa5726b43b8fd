import { identifierName } from '../../rdf/identifier-name.ts';
import { resolvableUrl } from '../../rdf/resolvable.ts';
import { trimEndOf } from '../../text/trim-end.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { publishedText, publishedTexts } from './fact-texts.ts';
import { identifierSchemes, type IdentifierScheme } from './read-identifiers.ts';
import { textTerms } from './text-terms.ts';

const schemes = [...textTerms.propertyIds, ...textTerms.schemes];

/** An identifier as people write it. */
export interface StatedIdentifier {
  /** The usual name: `DOI`, `Handle`, `ARK`, `IGSN`. */
  readonly scheme?: string;
  readonly value: string;
  /** Where it resolves. */
  readonly url?: string;
}

/** The identifiers of a node with their schemes, in order. */
export function statedIdentifiers(node: FactNode): readonly StatedIdentifier[] {
  return node.values(textTerms.identifiers).flatMap(readStatedIdentifier);
}

function readStatedIdentifier(value: FactValue): readonly StatedIdentifier[] {
  const [scheme] = publishedTexts(value, schemes).map(shortSchemeName);
  const said = readIdentifierValue(value);
  if (said === undefined) return [];
  const prefix = isGlobalName(said) ? undefined : findScheme(scheme)?.prefix;
  const isWhole = prefix === undefined || said.toLowerCase().startsWith(prefix);
  const whole = isWhole ? said : prefix + said;
  const url = resolvableUrl(whole) ?? publishedTexts(value, textTerms.links).find(isGlobalName);
  const known = scheme ?? schemeOfIdentifier(whole);
  return [
    {
      ...(known === undefined ? {} : { scheme: known }),
      value: said,
      // Not repeated if the identifier already is a web address.
      ...(url === undefined || /^https?:/iu.test(said) ? {} : { url }),
    },
  ];
}

function readIdentifierValue(value: FactValue): string | undefined {
  const [inside] = publishedTexts(value, textTerms.valuesAndCodes);
  const [other] = publishedTexts(value, otherValues);
  return inside ?? publishedText(value) ?? other;
}

const otherValues = [...textTerms.identifiersAndSame, ...textTerms.links, ...textTerms.labels];

/** The short name of a scheme: `DOI` for `https://registry.identifiers.org/registry/doi`. */
function shortSchemeName(scheme: string): string {
  const last = trimEndOf(scheme, '/#:').split(/[/#:]/u).at(-1) ?? '';
  const short = isGlobalName(scheme) ? last : scheme;
  return findScheme(short)?.name ?? (/^[a-z]{2,6}$/u.test(short) ? short.toUpperCase() : short);
}

function schemeOfIdentifier(identifier: string): string | undefined {
  const [, scheme = ''] = /^(doi|hdl|ark):/u.exec(identifierName(identifier)) ?? [];
  return findScheme(scheme)?.name;
}

function findScheme(name = ''): IdentifierScheme | undefined {
  return identifierSchemes.get(name.toLowerCase());
}

/** Whether a text is an IRI with a global meaning. */
export function isGlobalName(text: string): boolean {
  return /^(?:https?|urn|doi|hdl|ark|info|ftp):\S+$/iu.test(text);
}

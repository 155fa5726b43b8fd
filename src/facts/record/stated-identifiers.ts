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
  /** As people call it: `DOI`, `Handle`, `ARK`, `IGSN`. */
  readonly scheme?: string;
  readonly value: string;
  /** Where it can be resolved. */
  readonly url?: string;
}

/** The identifiers that a node is given, with their schemes, in their order. */
export function statedIdentifiers(node: FactNode): readonly StatedIdentifier[] {
  return node.values(textTerms.identifiers).flatMap(identifierIn);
}

function identifierIn(value: FactValue): readonly StatedIdentifier[] {
  const [scheme] = publishedTexts(value, schemes).map(schemeName);
  const said = valueIn(value);
  if (said === undefined) return [];
  const prefix = isGlobalName(said) ? undefined : schemeOf(scheme)?.prefix;
  const isWhole = prefix === undefined || said.toLowerCase().startsWith(prefix);
  const whole = isWhole ? said : prefix + said;
  const url = resolvableUrl(whole) ?? publishedTexts(value, textTerms.links).find(isGlobalName);
  const known = scheme ?? schemeIn(whole);
  return [
    {
      ...(known === undefined ? {} : { scheme: known }),
      value: said,
      // Where it resolves is no news where that is how it is written.
      ...(url === undefined || /^https?:/iu.test(said) ? {} : { url }),
    },
  ];
}

function valueIn(value: FactValue): string | undefined {
  const [inside] = publishedTexts(value, textTerms.valuesAndCodes);
  const [other] = publishedTexts(value, otherValues);
  return inside ?? publishedText(value) ?? other;
}

const otherValues = [...textTerms.identifiersAndSame, ...textTerms.links, ...textTerms.labels];

/**
 * What a register of identifiers is called for short:
 * `https://registry.identifiers.org/registry/doi` is `DOI`.
 */
function schemeName(scheme: string): string {
  const last = trimEndOf(scheme, '/#:').split(/[/#:]/u).at(-1) ?? '';
  const short = isGlobalName(scheme) ? last : scheme;
  return schemeOf(short)?.name ?? (/^[a-z]{2,6}$/u.test(short) ? short.toUpperCase() : short);
}

function schemeIn(identifier: string): string | undefined {
  const [, scheme = ''] = /^(doi|hdl|ark):/u.exec(identifierName(identifier)) ?? [];
  return schemeOf(scheme)?.name;
}

function schemeOf(name = ''): IdentifierScheme | undefined {
  return identifierSchemes.get(name.toLowerCase());
}

/** Whether a text is an IRI that names the same thing everywhere. */
export function isGlobalName(text: string): boolean {
  return /^(?:https?|urn|doi|hdl|ark|info|ftp):\S+$/iu.test(text);
}

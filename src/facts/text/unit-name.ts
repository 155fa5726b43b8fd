import { memoize } from '../../text/collections.ts';
import { foldText } from './word-folding.ts';

/** Symbols of units by their singular names. */
const symbols: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Hz: 'hertz',
    K: 'kelvin',
    L: 'liter litre',
    Pa: 'pascal',
    V: 'volt',
    W: 'watt',
    cm: 'centimeter centimetre',
    dbar: 'decibar',
    deg: 'degree',
    degC: 'celsius',
    g: 'gram',
    hPa: 'hectopascal',
    kg: 'kilogram',
    km: 'kilometer kilometre',
    m: 'meter metre',
    mg: 'milligram',
    mm: 'millimeter millimetre',
    mol: 'mole',
    s: 'second',
    umol: 'micromole',
  }).flatMap(([symbol, names]) => names.split(' ').map((name) => [name, symbol] as const)),
);

/** IRIs of unit registers, ending with the code of a unit. */
const registers: readonly RegExp[] = [
  /^https?:\/\/(?:www\.)?qudt\.org\/vocab\/unit[/#]([\w-]+)$/iu,
  /^https?:\/\/vocab\.nerc\.ac\.uk\/collection\/P06\/current\/(\w+)\/?$/iu,
  /^https?:\/\/(?:www\.)?unitsofmeasure\.org\/(?:ucum[./#]?)?(\S+)$/iu,
  /^urn:ogc:def:uom:ucum:[^:]*:(\S+)$/iu,
];

const degree = /(?:[°º˚]|\bdeg(?:ree)?s?\b\.?)[\s_]*(?:(c|f)(?:elsius|entigrade|ahrenheit)?\b)?/giu;
const factor = /^([\p{L}%‰]+)([+-]?\d+)?$/u;

/**
 * The normalised spelling of a unit: equal for `m/s`, `m s-1`, `m·s⁻¹` and `metres per second`, and
 * for `°C`, `degC` and `degrees Celsius`. Case matters for symbols (`mS`, `MS`; `mPa`, `MPa`), not
 * for words. Texts that are no product of units are folded. Never throws.
 */
export const normalizeUnit = memoize((text: string): string => {
  const plain = text
    .trim()
    .replaceAll(/[º˚]/gu, '°')
    .normalize('NFKC')
    .replaceAll('_', ' ')
    .replaceAll(degree, (_, of: string | undefined) => ` deg${of?.toUpperCase() ?? ''} `)
    .replaceAll(/per\s?cent\b/giu, '%')
    .replaceAll(/per\s?mill?e?\b/giu, '‰')
    .replaceAll('μ', 'u')
    .replaceAll(/[\u{2010}-\u{2015}\u{2212}]/gu, '-')
    .replaceAll(/\^|\*\*/gu, '')
    .replaceAll(/\sper\s+/giu, '/');
  return parseProduct(plain) ?? foldText(text);
});

/** The code of a unit in the IRI of a known register; otherwise undefined. */
export function unitCodeOfIri(iri: string): string | undefined {
  return registers.flatMap((form) => form.exec(iri)?.[1] ?? [])[0];
}

/** Factors with exponents, which are negative after a slash. */
function parseProduct(text: string): string | undefined {
  const parts = text.split('/').map((part) => part.split(/[\s.*·⋅×]+/u).filter(Boolean));
  const factors = parts.flatMap((part, at) =>
    part.map((each, place) => parseFactor(each, at > 0 && place === 0 ? -1 : 1)),
  );
  if (factors.length === 0 || parts.some((part) => part.length === 0)) return undefined;
  return factors.includes(undefined) ? undefined : factors.join(' ');
}

function parseFactor(text: string, sign: 1 | -1): string | undefined {
  const [, base, exponent = '1'] = factor.exec(text) ?? [];
  if (base === undefined) return undefined;
  const power = sign * Number(exponent);
  return normalizeSymbol(base) + (power === 1 ? '' : String(power));
}

/** Three or more letters in one case, or four in any case, are a word or abbreviation. */
function normalizeSymbol(base: string): string {
  if (/^deg[CF]$/iu.test(base)) return `deg${base.slice(3).toUpperCase()}`;
  const lower = base.toLowerCase();
  const isWord =
    base.length > 3 || (base.length === 3 && [lower, base.toUpperCase()].includes(base));
  if (!isWord) return base.replace(/^([munpcdk]?)l$/u, '$1L');
  return symbols.get(lower.replace(/s$/u, '')) ?? symbols.get(lower) ?? lower;
}

import { identifierName } from '../../rdf/identifier-name.ts';
import { repairIri } from '../../rdf/iri.ts';

/** A register of people and organisations: how its identifiers may be written, and the IRI of one. */
interface Register {
  /** What may stand before the identifier, beside `https://` and `http://`. */
  readonly spelling: RegExp;
  readonly iri: (...parts: readonly string[]) => string | undefined;
}

const registers: readonly Register[] = [
  {
    // ISO 27729 with the check character `X` (ORCID: Structure of the ORCID Identifier).
    spelling:
      /^(?:orcid(?:\.org|\s?id)?[\s:/]*)?(\d{4})[\s-]?(\d{4})[\s-]?(\d{4})[\s-]?(\d{3}[\dx])$/iu,
    iri: (...parts) => `https://orcid.org/${parts.join('-').toUpperCase()}`,
  },
  {
    spelling: /^(?:ror(?:\.org)?[\s:/]*)(0[a-z\d]{6}\d\d)$/iu,
    iri: rorIri,
  },
  {
    spelling: /^(0[a-hj-km-np-tv-z\d]{6}\d\d)$/iu,
    iri: (id = '') => (hasRorChecksum(id.toLowerCase()) ? rorIri(id) : undefined),
  },
  {
    spelling: /^(?:(?:www\.)?grid\.ac\/institutes\/)?(grid\.\d{2,6}\.[a-z\d]{1,4})$/iu,
    iri: (id = '') => `https://www.grid.ac/institutes/${id.toLowerCase()}`,
  },
  {
    spelling:
      /^(?:(?:www\.)?isni\.org\/(?:isni\/)?|isni[\s:]*)(\d{4})[\s-]?(\d{4})[\s-]?(\d{4})[\s-]?(\d{3}[\dx])$/iu,
    iri: (...parts) => `https://isni.org/isni/${parts.join('').toUpperCase()}`,
  },
  {
    spelling: /^(?:(?:www\.)?wikidata\.org\/(?:wiki|entity)\/|wd:|wikidata:\s*)(q\d{1,12})$/iu,
    iri: (id = '') => `https://www.wikidata.org/entity/${id.toUpperCase()}`,
  },
];

/** How all of them begin. Most people and organisations are in none. */
const beginning =
  /^\s*(?:(?:https?:)?\/\/)?(?:www\.)?(?:orcid|ror|grid|isni|wikidata|wd:|\d{4}|0[a-z\d]{8}\s*$)/iu;
const scheme = /^(?:https?:)?\/\//iu;
const ending = /[/.#]$/u;
/** The longest spelling of any of them. */
const maxCharacters = 80;

/**
 * The https IRI by which a person or organisation is known, one for all ways to write it: ORCID, ROR, GRID, ISNI and
 * Wikidata, in any case, with blanks, bare where nothing else looks like it.
 * @returns undefined where it is in none of these registers
 */
export function registeredAgent(text: string): string | undefined {
  if (text.length > maxCharacters || !beginning.test(text)) return undefined;
  const written = text.replaceAll(/\s+/gu, ' ').trim().replace(scheme, '');
  const name = written.replace(/^www\.(?=orcid|ror)/iu, '').replace(ending, '');
  for (const { spelling, iri } of registers) {
    const found = spelling.exec(name);
    const known = found === null ? undefined : iri(...found.slice(1));
    if (known !== undefined) return known;
  }
  return undefined;
}

function rorIri(id = ''): string {
  return `https://ror.org/${id.toLowerCase()}`;
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** The last two digits are a checksum of the six letters before them (ROR: identifier structure; ISO 7064 mod 97-10). */
function hasRorChecksum(id: string): boolean {
  let number = 0;
  for (const letter of id.slice(1, 7)) number = number * 32 + crockford.indexOf(letter);
  return 98 - ((number * 100) % 97) === Number(id.slice(7));
}

/** The IRI of a person or organisation, in the one spelling where there is one; of any other IRI the one as published. */
export function agentIri(text: string): string | undefined {
  return registeredAgent(text) ?? (/\s/u.test(text.trim()) ? undefined : repairIri(text));
}

/** The one IRI by which an agent is looked up, for all spellings of it. @param iri as `agentIri` gives it */
export function agentName(iri: string): string {
  return registeredAgent(iri) ?? repairIri(identifierName(iri)) ?? iri;
}

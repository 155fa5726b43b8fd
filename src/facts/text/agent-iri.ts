import { identifierName } from '../../rdf/identifiers.ts';
import { repairIri } from '../../rdf/iri.ts';

/** A register of agents: spellings of its identifiers, and their IRIs. */
interface Register {
  /** After `https://` or `http://`. */
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

/** Quick test, since most agents are in no register. */
const registeredStart =
  /^\s*(?:(?:https?:)?\/\/)?(?:www\.)?(?:orcid|ror|grid|isni|wikidata|wd:|\d{4}|0[a-z\d]{8}\s*$)/iu;
const scheme = /^(?:https?:)?\/\//iu;
const trailingCharacter = /[/.#]$/u;
/** Longer than any spelling. */
const maxCharacters = 80;

/**
 * The canonical https IRI of an agent in ORCID, ROR, GRID, ISNI or Wikidata, for all spellings: any
 * case, with blanks, bare if unambiguous.
 * @returns undefined if the agent is in none of these registers
 */
export function registeredAgent(text: string): string | undefined {
  if (text.length > maxCharacters || !registeredStart.test(text)) return undefined;
  const written = text.replaceAll(/\s+/gu, ' ').trim().replace(scheme, '');
  const name = written.replace(/^www\.(?=orcid|ror)/iu, '').replace(trailingCharacter, '');
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

/**
 * The last two digits are a checksum of the preceding six characters (ROR identifier structure; ISO
 * 7064 mod 97-10).
 */
function hasRorChecksum(id: string): boolean {
  let number = 0;
  for (const letter of id.slice(1, 7)) number = number * 32 + crockford.indexOf(letter);
  return 98 - ((number * 100) % 97) === Number(id.slice(7));
}

/** The canonical IRI of an agent; other IRIs as published. */
export function agentIri(text: string): string | undefined {
  return registeredAgent(text) ?? (/\s/u.test(text.trim()) ? undefined : repairIri(text));
}

/**
 * The IRI for looking up an agent, equal for all spellings.
 * @param iri output of `agentIri`
 */
export function agentLookupIri(iri: string): string {
  return registeredAgent(iri) ?? repairIri(identifierName(iri)) ?? iri;
}

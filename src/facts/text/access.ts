import { type Access, accessLevels } from '../../model/search-facts.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import { groupBy, memoize } from '../../text/collections.ts';
import { isSpdxLicence } from './licence.ts';
import { plainText } from './plain-text.ts';
import { foldedWords } from './word-folding.ts';

/** Term addresses in lower case, without scheme, `www.` and trailing slash. */
const accessIris: ReadonlyMap<string, Access> = new Map([
  // COAR Access Rights
  ['purl.org/coar/access_right/c_abf2', 'open'],
  ['purl.org/coar/access_right/c_f1cf', 'embargoed'],
  ['purl.org/coar/access_right/c_16ec', 'restricted'],
  ['purl.org/coar/access_right/c_14cb', 'restricted'],
  // OpenAIRE
  ['info:eu-repo/semantics/openaccess', 'open'],
  ['info:eu-repo/semantics/embargoedaccess', 'embargoed'],
  ['info:eu-repo/semantics/restrictedaccess', 'restricted'],
  ['info:eu-repo/semantics/closedaccess', 'restricted'],
  // Access rights of the Publications Office of the EU (DCAT-AP)
  ['publications.europa.eu/resource/authority/access-right/public', 'open'],
  ['publications.europa.eu/resource/authority/access-right/restricted', 'restricted'],
  ['publications.europa.eu/resource/authority/access-right/non_public', 'restricted'],
  ['publications.europa.eu/resource/authority/access-right/confidential', 'restricted'],
  ['publications.europa.eu/resource/authority/access-right/sensitive', 'restricted'],
  // Eprints Access Rights Vocabulary
  ['purl.org/eprint/accessrights/openaccess', 'open'],
  ['purl.org/eprint/accessrights/restrictedaccess', 'restricted'],
  ['purl.org/eprint/accessrights/closedaccess', 'restricted'],
  // KIM: conditions of access of educational resources
  ['w3id.org/kim/conditionsofaccess/no_login', 'open'],
  ['w3id.org/kim/conditionsofaccess/login', 'restricted'],
  // INSPIRE
  ['inspire.ec.europa.eu/metadata-codelist/limitationsonpublicaccess/nolimitations', 'open'],
  [
    'inspire.ec.europa.eu/metadata-codelist/conditionsapplyingtoaccessanduse/noconditionsapply',
    'open',
  ],
]);

/** Every other term of this code list is a reason for a limitation. */
const inspireLimitations = 'inspire.ec.europa.eu/metadata-codelist/limitationsonpublicaccess/';

/** Words that are ignored: `Access to the data is restricted` becomes `access restricted`. */
const accessFillerWords = `
  a an and any are as at be been being currently data dataset datasets file files for has have in is
  its known longer made of or the their these this those to was were will daten das datensatz der
  des dem den die ein eine es fur ist sind mehr und von zu zum zur de des donnees du en est et la le
  les sont un une datos el es los son y dados dei dati e gli i il os het zijn`;

/**
 * Words for "no", all treated alike; they negate the following statement (`not publicly
 * available`).
 */
const negationWordList = `
  cannot cant no non not never neither nor without nicht kein keine keinen keiner keinerlei ohne pas
  aucun aucune sans sin ningun ninguna ninguno senza nessun nessuna sem nenhum nenhuma nao geen niet
  zonder ingen inga ikke inte utan uten uden none`;

/** Statements that only count as a complete part of a sentence. */
const wholeAccessStatements: Readonly<Record<Access, string>> = {
  open: `
    open | public | free | openly | freely | gratis | nolimitations | offen | frei | öffentlich |
    libre | ouvert | ouvertes | gratuit | abierto | abiertos | público | aberto | aperto |
    gratuito | openbaar | öppen | åpen | åben`,
  restricted: `
    restricted | closed | private | confidential | controlled | internal |
    registration | login | password | subscription | on site | for a fee | eingeschränkt |
    beschränkt | geschlossen | vertraulich | nicht öffentlich | restreint | fermé | restringido |
    cerrado | confidencial | restrito | fechado | ristretto | chiuso | beperkt | gesloten | c 16ec |
    c 14cb`,
  embargoed: `c f1cf`,
};

/** Statements that count anywhere, by access. */
const accessStatementPhrases: Readonly<Record<Access, string>> = {
  open: `
    open access | openaccess | c abf2 | free access | public access | access is open |
    access is free | access is public | unrestricted | unlimited access | not restricted |
    no restriction | no restrictions | no limitations | no conditions | no access restrictions |
    no access limitations | no access constraints | no public access restrictions |
    no public access limitations | freely available | freely accessible | freely downloadable |
    publicly available | publicly accessible | publically available | publically accessible |
    openly available | openly accessible | available to the public | accessible to the public |
    open to the public | open to all | open to everyone | open to anyone | available to all |
    available to everyone | available to anyone | accessible to all | accessible to everyone |
    accessible to anyone | free of charge | free and open | open and free | no charge | no cost |
    no fee | no fees | no login | no login or registration | no registration |
    no registration or login | registration is not required | login is not required |
    freier Zugang | freien Zugang | frei zugänglich | frei verfügbar | offener Zugang |
    öffentlicher Zugang | öffentlich zugänglich | öffentlich verfügbar | uneingeschränkt |
    uneingeschränkter Zugang | kostenfrei | kostenlos | keine Einschränkung |
    keine Einschränkungen | keine Beschränkung | keine Beschränkungen | keine Bedingungen |
    keine Anmeldung | keine Registrierung | accès libre | libre accès | accès ouvert |
    accès public | accès gratuit | librement accessible | librement accessibles | sans inscription |
    acceso abierto | acceso libre | libre acceso | acceso público | acceso gratuito |
    sin restricciones | acesso aberto | acesso livre | acesso público | sem restrições |
    accesso aperto | accesso libero | libero accesso | accesso pubblico | senza restrizioni |
    open toegang | vrije toegang | vrij toegankelijk | openbaar toegankelijk | geen beperkingen |
    öppen tillgång | fri tillgång | åpen tilgang | fri tilgang | åben adgang | fri adgang |
    otwarty dostęp | avoin pääsy | открытый доступ | свободный доступ | オープンアクセス | 开放获取 | 開放取用`,
  restricted: `
    restricted access | restrictedaccess | access is restricted | restricted public |
    limited access | access is limited | closed access | closedaccess | access is closed |
    no access | not accessible | not available without | cannot be accessed | controlled access |
    access is controlled | private access | access restrictions | access restriction |
    restrictions on access | restrictions on public access | limitations on access |
    limitations on public access | limitations to public access | public access restrictions |
    public access limitations | non public | nonpublic | metadata only | metadata only access |
    metadataonlyaccess | registration required | registration needed | registration necessary |
    requires registration | require registration | after registration | upon registration |
    with registration | free registration | must register | registered users |
    registered users only | login required | requires login | password protected |
    requires authentication | authentication required | upon request | on request | by request |
    access request | request access | must be requested | approval required | requires approval |
    upon approval | after approval | permission required | requires permission | by permission |
    authorized users | authorised users | authorization required | authorisation required |
    data access committee | data access agreement | members only | staff only | internal use only |
    upon application | on application | available for a fee | fee required | fees apply |
    against payment | subscription required | requires a subscription | payment required |
    requires payment | eingeschränkter Zugang | eingeschränkt zugänglich | Zugang eingeschränkt |
    beschränkter Zugang | Zugangsbeschränkung | Zugangsbeschränkungen | Zugriffsbeschränkung |
    Zugriffsbeschränkungen | geschlossener Zugang | auf Anfrage | auf Antrag | nach Anmeldung |
    nach Registrierung | Registrierung erforderlich | Anmeldung erforderlich | kostenpflichtig |
    gegen Gebühr | gegen Entgelt | accès restreint | accès limité | accès contrôlé | accès fermé |
    sur demande | sur inscription | après inscription | sur autorisation | payant |
    acceso restringido | acceso limitado | acceso cerrado | bajo solicitud | bajo petición |
    previa solicitud | mediante solicitud | previo registro | acesso restrito | acesso fechado |
    mediante solicitação | mediante pedido | sob pedido | accesso ristretto | accesso chiuso |
    accesso limitato | su richiesta | previa registrazione | beperkte toegang |
    beperkt toegankelijk | gesloten toegang | op aanvraag | op verzoek | na registratie |
    begränsad tillgång | begrenset tilgang | begrænset adgang | ограниченный доступ`,
  embargoed: `
    embargo | embargoed | embargoedaccess | embargoed access | under embargo | moratorium |
    restricted until | access restricted until | access is closed until | closed until |
    not available until | not public until | not yet open | not yet available | not yet public |
    not yet publicly available | not yet published | not yet released | until publication |
    Sperrfrist | Embargofrist | embargado | embargada | sotto embargo | эмбарго | エンバーゴ`,
};

/** An expired embargo says nothing about the present access. */
const expiredEmbargoStatements = `
  embargo expired | embargo ended | embargo lifted | embargo over`;

/** Open licences that are not distinguished by version or SPDX identifier. */
const openLicences = `
  creative commons | cc by | cc by sa | cc by nc | cc by nd | cc by nc sa | cc by nc nd | cc0 |
  cc zero | public domain | domaine public | dominio público | gemeinfrei |
  open government licence | open government license | open data commons | open licence |
  open license | licence ouverte | licencia abierta | Datenlizenz Deutschland`;

/** Addresses of such licences, without scheme and `www.`. */
const openLicencePlaces: readonly string[] = [
  'creativecommons.org/licenses/',
  'creativecommons.org/licences/',
  'creativecommons.org/publicdomain/',
  'opendatacommons.org/licenses/',
  'usa.gov/publicdomain/',
  'usa.gov/government-works',
];

/** A longer text is a contract that mentions access in passing. */
const maxCharacters = 500;
/** Markup may make a text so many times longer. */
const markupFactor = 10;

/** Removed, because words in an address are no statements. */
const webAddress = /https?:\/\/\S+/giu;
const partEnd = /[.,;:!?]\s|[()[\]|–—]|\s-\s/u;

interface Phrase {
  readonly words: readonly string[];
  /** Undefined for an expired embargo. */
  readonly meaning: Access | undefined;
}

const fillerWords: ReadonlySet<string> = new Set(foldedWords(accessFillerWords));
const negationWords: ReadonlySet<string> = new Set(foldedWords(negationWordList));
const negation = 'no';
/** Words between a negation and its phrase, as in `not all publicly available`. */
const negationReach = 2;

const wholePhrases: ReadonlyMap<string, Access> = new Map(
  accessLevels.flatMap((access) =>
    parsePhrases(wholeAccessStatements[access]).map((words) => [words.join(' '), access] as const),
  ),
);

/** By first word, the longest first. */
const accessPhrases = groupByFirstWord([
  ...accessLevels.flatMap((access) => createPhrases(accessStatementPhrases[access], access)),
  ...createPhrases(expiredEmbargoStatements),
]);
const licencePhrases = groupByFirstWord(createPhrases(openLicences, 'open'));

/** The meaning of a negated phrase: without login means open, no embargo means nothing. */
const opposites: ReadonlyMap<Access | undefined, Access> = new Map([
  ['open', 'restricted'],
  ['restricted', 'open'],
]);

/** The most restrictive of several statements. */
export function mostRestrictiveAccess(stated: readonly (Access | undefined)[]): Access | undefined {
  return (['embargoed', 'restricted', 'open'] as const).find((access) => stated.includes(access));
}

/**
 * Classifies a text about access: the IRI of a known term, or known phrases (`docs/access.md`).
 * Undefined for other texts, and beyond 500 characters.
 */
export const classifyAccess = memoize(
  (text: string): Access | undefined =>
    classifyIri(text) ??
    mostRestrictiveAccess(
      splitIntoParts(text).map((part) => {
        const whole = wholePhrases.get(part.join(' '));
        return whole ?? mostRestrictiveAccess(findMeanings(part, accessPhrases));
      }),
    ),
);

/** The access as `classifyAccess`, only for texts without any other content. */
export function classifyPureAccessStatement(text: string): Access | undefined {
  return (
    classifyIri(text) ??
    (splitIntoParts(text).every(isWholePhrase) ? classifyAccess(text) : undefined)
  );
}

function isWholePhrase(part: readonly string[]): boolean {
  const [first = '', ...others] = part;
  if (first === '' || wholePhrases.has(part.join(' '))) return true;
  // `unrestricted access` equals `unrestricted`.
  const length = others.at(-1) === 'access' ? [part.length, others.length] : [part.length];
  const phrases = accessPhrases.get(first) ?? [];
  return phrases.some(({ words: own }) => length.includes(own.length) && startsAt(part, 0, own));
}

/**
 * Reads `isAccessibleForFree`: a JSON boolean, a text, or schema.org's IRI. Data that are not free
 * are restricted.
 */
export function parseAccessibleForFree(text: string): Access | undefined {
  const value = text.trim().toLowerCase();
  if (/^(?:(?:https?:\/\/schema\.org\/|schema:)?true|1|yes)$/u.test(value)) return 'open';
  const isFalse = /^(?:(?:https?:\/\/schema\.org\/|schema:)?false|0|no)$/u.test(value);
  return isFalse ? 'restricted' : undefined;
}

/**
 * Whether a licence (output of `normalizeLicence`) is available to everyone: known SPDX licences,
 * and unversioned ones of Creative Commons and the public domain. Permitted uses do not matter.
 */
export const isOpenLicence = memoize((licence: string): boolean => {
  if (isSpdxLicence(licence)) return true;
  const address = normalizeAddress(licence);
  if (openLicencePlaces.some((place) => address.startsWith(place))) return true;
  return splitIntoParts(licence).some((part) =>
    findMeanings(part, licencePhrases).includes('open'),
  );
});

function classifyIri(text: string): Access | undefined {
  const address = normalizeAddress(text);
  return (
    accessIris.get(address) ?? (address.startsWith(inspireLimitations) ? 'restricted' : undefined)
  );
}

function normalizeAddress(text: string): string {
  const address = text.trim().toLowerCase();
  return trimEndCharacters(address.replace(/^https?:\/\/(?:www\.)?/u, ''), '/');
}

/** The words of each part of the sentences, without fillers. */
function splitIntoParts(text: string): readonly (readonly string[])[] {
  const plain = plainText(text.slice(0, maxCharacters * markupFactor));
  if (plain.length > maxCharacters) return [];
  const parts: (readonly string[])[] = [];
  for (const part of plain.replaceAll(webAddress, ' ').split(partEnd).map(significantWordsIn)) {
    // `Embargo: none`
    const isNo = part.length === 1 && part[0] === negation;
    parts.push(isNo ? [...part, ...(parts.pop() ?? [])] : part);
  }
  return parts;
}

/** The words of a text without fillers, with one word for all negations. */
function significantWordsIn(text: string): readonly string[] {
  const telling = foldedWords(text).filter((word) => !fillerWords.has(word));
  return telling.map((word) => (negationWords.has(word) ? negation : word));
}

function findMeanings(
  part: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly (Access | undefined)[] {
  const found: (Access | undefined)[] = [];
  // Start after the last phrase: its negation does not apply to later phrases.
  let from = 0;
  for (let at = 0; at < part.length; at += 1) {
    const phrase = phrases.get(part[at] ?? '')?.find((each) => startsAt(part, at, each.words));
    if (phrase === undefined) continue;
    const isNegated = part.slice(Math.max(from, at - negationReach), at).includes(negation);
    found.push(isNegated ? opposites.get(phrase.meaning) : phrase.meaning);
    from = at + phrase.words.length;
    at = from - 1;
  }
  return found;
}

function startsAt(part: readonly string[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => part[at + index] === word);
}

function parsePhrases(list: string): readonly (readonly string[])[] {
  return list.split('|').map(significantWordsIn);
}

function createPhrases(list: string, meaning?: Access): readonly Phrase[] {
  return parsePhrases(list).map((words) => ({ words, meaning }));
}

function groupByFirstWord(phrases: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const sorted = phrases.toSorted((one, other) => other.words.length - one.words.length);
  return groupBy(sorted, ({ words: [first = ''] }) => first);
}

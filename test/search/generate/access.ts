import type { Random } from '../../expand/random.ts';
import { accesses, type Access } from '../entry.ts';
import { licenceKey } from '../scan/administration.ts';
import { chance, nils, say, type Draft, type Tree } from './draft.ts';

/** What was said of the access to a resource or file: by statements, and by a licence. */
export interface SaidAccess {
  readonly stated: readonly Access[];
  readonly licensed: boolean;
}

/** A property with its value. */
export interface Statement {
  readonly key: string;
  readonly value: Tree;
  readonly access?: Access;
  /** What is found under it as a licence. */
  readonly licences: readonly string[];
}

/** Statements as publishers write them: texts, and addresses of terms. */
const texts: Readonly<Record<Access, readonly string[]>> = {
  open: [
    'open',
    'Open access; cite the moor',
    'Unrestricted access',
    'Access is not restricted.',
    'No restrictions',
    'Free of charge',
    'Accès libre',
    'http://purl.org/coar/access_right/c_abf2',
    'http://publications.europa.eu/resource/authority/access-right/PUBLIC',
  ],
  restricted: [
    'Restricted',
    'Access is restricted to the moor',
    'Available on request',
    'Open access after registration',
    'Not publicly available',
    'Auf Anfrage',
    'https://purl.org/coar/access_right/c_16ec',
    'http://publications.europa.eu/resource/authority/access-right/NON_PUBLIC',
  ],
  embargoed: [
    'Embargoed until 2030-01-01',
    'Unrestricted after the moratorium',
    'http://purl.org/coar/access_right/c_f1cf',
  ],
};

const silent = ['Ask the moor', 'Conditions of the bog', 'https://moor.example/open-access'];

const free: readonly Tree[] = [true, true, 'true', 'True', 'https://schema.org/True'];
const notFree: readonly Tree[] = [false, false, 'False', { '@id': 'http://schema.org/False' }];

const keys = ['schema:conditionsOfAccess', 'schema:conditionsOfAccess', 'dcterms:accessRights'];

export function randomStatement(random: Random): Statement {
  if (chance(random, 40)) {
    const key = 'schema:isAccessibleForFree';
    if (chance(random, 10)) return { key, value: random.pick(nils), licences: [] };
    const access = chance(random, 80) ? 'open' : 'restricted';
    return { key, value: random.pick(access === 'open' ? free : notFree), access, licences: [] };
  }
  const key = random.pick(keys);
  if (chance(random, 10)) return { key, value: random.pick(nils), licences: [] };
  if (chance(random, 20)) return { key, ...wayOf(random, random.pick(silent)) };
  const access = random.pick(accesses);
  return { key, ...wayOf(random, random.pick(texts[access])), access };
}

/** As text, as reference, or as a node with a page of its own. */
function wayOf(random: Random, text: string): Pick<Statement, 'value' | 'licences'> {
  const licences = [licenceKey(text)];
  if (text.includes('://')) {
    return { value: random.pick<Tree>([text, { '@id': text }]), licences };
  }
  if (chance(random, 70)) return { value: text, licences };
  const address = 'https://moor.example/access';
  const node = { '@type': 'schema:CreativeWork', 'schema:name': text, 'schema:url': address };
  return { value: node, licences: [...licences, address] };
}

/** Says up to two statements of a resource, some of which contradict each other. */
export function addStatements(draft: Draft): readonly Access[] {
  const { random, entry } = draft;
  const count = random.pick([0, 1, 1, 2]);
  const made = Array.from({ length: count }, () => randomStatement(random));
  for (const { key, value, licences } of made) {
    say(draft, key, value);
    entry.licences.push(...licences);
  }
  return made.flatMap(({ access }) => access ?? []);
}

/** What is true of a resource with these files. */
export function accessOf(own: SaidAccess, files: readonly SaidAccess[]): Access | undefined {
  return (
    least(own.stated) ??
    agreed(files.map(({ stated }) => least(stated))) ??
    byLicence(own) ??
    agreed(files.map((file) => least(file.stated) ?? byLicence(file)))
  );
}

const least = (said: readonly Access[]): Access | undefined =>
  accesses.find((access) => said.includes(access));

const byLicence = ({ licensed }: SaidAccess): Access | undefined => (licensed ? 'open' : undefined);

const agreed = (said: readonly (Access | undefined)[]): Access | undefined =>
  new Set(said).size === 1 ? said[0] : undefined;

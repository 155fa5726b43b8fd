import { readTime } from '../scan/times.ts';
import { folded } from '../words.ts';
import { accessOf, addStatements, randomStatement, type SaidAccess } from './access.ts';
import { chance, nils, say, type Draft, type Tree } from './draft.ts';
import { identifierValue, written } from './identifiers.ts';
import { isoText, momentIn } from './moments.ts';
import { phrase } from './words.ts';

/** Licence, access, identifiers, dates and files. */
export function addAdministration(draft: Draft): void {
  const { random, entry } = draft;
  if (chance(random, 60)) addLicence(draft);
  const licensed = entry.licences.some((licence) => licence in licenceSpellings);
  const stated = addStatements(draft);
  if (chance(random, 50)) addIdentifiers(draft);
  addDates(draft);
  const count = random.pick([0, 0, 0, 0, 1, 1, 1, 2]);
  const files = Array.from({ length: count }, () => addFile(draft));
  const access = accessOf({ stated, licensed }, files.flat());
  if (access !== undefined) entry.access = access;
}

/** Each licence with ways in which publishers and users write it. */
export const licenceSpellings: Readonly<Record<string, readonly string[]>> = {
  'https://spdx.org/licenses/CC-BY-4.0': [
    'https://creativecommons.org/licenses/by/4.0/',
    'http://creativecommons.org/licenses/by/4.0',
    'https://creativecommons.org/licenses/by/4.0/legalcode',
    'https://spdx.org/licenses/CC-BY-4.0',
    'http://spdx.org/licenses/CC-BY-4.0.html',
    'CC-BY-4.0',
    'cc by 4.0',
    'Creative Commons Attribution 4.0 International',
  ],
  'https://spdx.org/licenses/CC-BY-NC-4.0': [
    'https://creativecommons.org/licenses/by-nc/4.0/deed.de',
    'https://spdx.org/licenses/CC-BY-NC-4.0',
    'CC BY-NC 4.0',
  ],
  'https://spdx.org/licenses/CC0-1.0': [
    'http://creativecommons.org/publicdomain/zero/1.0/',
    'https://spdx.org/licenses/CC0-1.0',
    'CC0-1.0',
    'CC0 1.0',
  ],
  'https://spdx.org/licenses/Apache-2.0': [
    'http://www.apache.org/licenses/LICENSE-2.0',
    'Apache-2.0',
    'Apache License, Version 2.0',
  ],
};

const licenceNames = ['free for all who ask politely', 'Licence of the Moor', 'Nur für Forschung'];
const licenceAddresses = ['https://moor.example/licence', 'http://fen.example/terms'];

function addLicence({ random, entry, ...draft }: Draft): void {
  const target = { random, entry, ...draft };
  if (chance(random, 15)) return say(target, 'schema:license', random.pick(nils));
  const key = random.pick(Object.keys(licenceSpellings));
  const spelled = licenceSpellings[key] ?? [];
  const text = random.pick(spelled);
  const way = random.below(10);
  if (way < 7) {
    entry.licences.push(key);
    const node = {
      '@type': 'schema:CreativeWork',
      'schema:name': random.pick(spelled),
      'schema:url': random.pick(spelled.filter((each) => each.includes('://'))),
    };
    const iri = text.includes('://') ? { '@id': text } : text;
    return say(
      target,
      random.pick(['schema:license', 'schema:license', 'dcterms:license']),
      random.pick<Tree>([text, text, iri, node]),
    );
  }
  const [name, address] = [random.pick(licenceNames), random.pick(licenceAddresses)];
  if (way < 8) {
    entry.licences.push(folded(name));
    return say(target, 'schema:license', name);
  }
  if (way < 9) {
    entry.licences.push(address);
    return say(target, 'schema:license', random.pick<Tree>([address, { '@id': address }]));
  }
  entry.licences.push(folded(name), address);
  return say(target, 'schema:license', {
    '@type': 'schema:CreativeWork',
    'schema:name': name,
    'schema:url': address,
  });
}

/** Some resources of different documents have one in common. */
function identifierKeyOf({ random, slot }: Draft): string {
  const number = random.below(400) * 10 + slot;
  return random.pick([
    `doi:10.5555/x.${number}`,
    `doi:10.5555/x.${number}`,
    `hdl:20.500/h${number}`,
    `ark:12345/x${1000 + number}`,
    `urn:uuid:f81d4fae-7dec-11d0-a765-${String(number).padStart(12, '0')}`,
    `//repository.example/landing/${number}`,
    `MOOR-${number}`,
  ]);
}

function addIdentifiers(draft: Draft): void {
  const { random, entry } = draft;
  const count = 1 + random.below(2);
  for (let index = 0; index < count; index += 1) {
    const key = identifierKeyOf(draft);
    const text = written(random, key);
    const scheme = 'https://registry.identifiers.org/registry/doi';
    const isWeb = key.startsWith('//');
    // An address names nothing.
    if (isWeb && chance(random, 30)) {
      say(draft, 'schema:url', text);
      continue;
    }
    entry.identifiers.push(key);
    if (isWeb && chance(random, 50)) say(draft, 'schema:sameAs', text);
    else say(draft, 'schema:identifier', identifierValue(random, text, scheme));
  }
}

/** As exact as publishers are. */
function addDates(draft: Draft): void {
  const { random, entry } = draft;
  const starts: number[] = [];
  const issued: number[] = [];
  const add = (key: string, into: number[]): void => {
    const text = random.pick([
      isoText(momentIn(random, 1990, 2024)),
      isoText(momentIn(random, 1990, 2024)),
      '2020-07-24 12:27:09 UTC',
      '',
      'unknown',
    ]);
    const span = readTime(text);
    if (span !== undefined) into.push(span.start);
    say(draft, key, text);
  };
  if (chance(random, 45)) add('schema:dateModified', starts);
  if (chance(random, 10)) add('schema:dateModified', starts);
  if (chance(random, 35)) add('schema:datePublished', issued);
  const changed = starts.length > 0 ? Math.max(...starts) : Math.min(...issued);
  if (Number.isFinite(changed)) entry.changed = changed;
}

/** Each format with ways in which publishers and users write it. */
export const formatSpellings: Readonly<Record<string, readonly string[]>> = {
  'text/csv': [
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present',
    'CSV',
    '.csv',
    'https://www.iana.org/assignments/media-types/text/csv',
    'http://www.iana.org/assignments/media-types/text/csv',
  ],
  'application/json': ['application/json', 'Application/JSON; charset="utf-8"', 'JSON', '.json'],
  'application/pdf': ['application/pdf', 'PDF'],
  'application/x-moor': ['application/x-moor; version=4', 'application/X-Moor'],
  'Binary of the moor': ['Binary of the moor'],
};

/** @returns what was said of the access to the file; nothing where there is only its format */
function addFile(draft: Draft): readonly SaidAccess[] {
  const { random, entry } = draft;
  const key = random.pick(Object.keys(formatSpellings));
  const text = random.pick(formatSpellings[key] ?? []);
  entry.formats.push(key);
  const value = text.includes('://') ? random.pick<Tree>([text, { '@id': text }]) : text;
  if (chance(random, 15)) {
    say(draft, 'schema:encodingFormat', value);
    return [];
  }
  const file: Record<string, Tree> = {
    '@type': 'schema:DataDownload',
    'schema:encodingFormat': chance(random, 20) ? [value, random.pick(nils)] : value,
    [random.pick(['schema:contentUrl', 'schema:contentURL'])]:
      'https://repository.example/file.csv',
    'schema:name': phrase(random, 1, 2),
  };
  const licensed = chance(random, 15);
  if (licensed) {
    const licence = random.pick(Object.keys(licenceSpellings));
    entry.licences.push(licence);
    file['schema:license'] = random.pick(licenceSpellings[licence] ?? []);
  }
  const { key: property, value: said, access, licences } = randomStatement(random);
  const isSaid = chance(random, 25);
  if (isSaid) {
    file[property] = said;
    entry.licences.push(...licences);
  }
  say(draft, 'schema:distribution', file);
  return [{ stated: isSaid && access !== undefined ? [access] : [], licensed }];
}

import { trimEndOf } from '../../text/trim-end.ts';
import { findSpdxId } from './spdx-name.ts';

/** Where licences are published, without scheme and `www.`, and the name that stands in the IRI. */
const places: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /^creativecommons\.org\/licen[cs]es\/([a-z-]{2,10})\/(\d\.\d)(?:\/([a-z]{2,3}))?(?:\/|\.|$)/u,
    (conditions = '', version = '', country = '') =>
      `cc-${conditions}-${version}${country === '' ? '' : `-${country}`}`,
  ],
  [
    /^creativecommons\.org\/(?:share-your-work\/)?(?:publicdomain\/zero|public-domain\/cc0)(?:\/|$)/u,
    () => 'cc0',
  ],
  [/^creativecommons\.org\/publicdomain\/mark\/1\.0(?:\/|$)/u, () => 'cc-pdm-1.0'],
  [
    /^publications\.europa\.eu\/resource\/authority\/licence\/cc_?(by)(nc)?(sa|nd)?_(\d)_(\d)$/u,
    (by = '', nc = '', last = '', ...version) => [`cc`, by, nc, last, ...version].join(' '),
  ],
  [/^publications\.europa\.eu\/resource\/authority\/licence\/cc_?0$/u, () => 'cc0'],
  [/^opendatacommons\.org\/licenses\/(odbl|by|pddl)(?:\/|$)/u, (name) => odc(name)],
  [/^spdx\.org\/licenses\/([a-z\d.+-]+?)(?:\.html|\.json|\.txt)?$/u, (id = '') => id],
  [/^choosealicense\.com\/licenses\/([a-z\d.-]+)$/u, (id = '') => id],
  [/^opensource\.org\/licenses?\/([a-z\d.-]+?)(?:\.php|\.html)?$/u, (id = '') => id],
  [/^gnu\.org\/(?:licenses|copyleft)\/(?:old-licenses\/)?([al]?gpl|fdl)-(\d\.\d)(?:\D|$)/u, gnu],
  [/^apache\.org\/licenses\/license-2\.0(?:\.txt|\.html)?$/u, () => 'apache-2.0'],
  [/^mozilla\.org\/(?:[a-z-]+\/)?mpl\/2\.0(?:\/|$)/u, () => 'mpl-2.0'],
  [/^govdata\.de\/dl-de\/((?:by|zero)-2-0)$/u, (id = '') => `dl-de-${id}`],
  [
    /^nationalarchives\.gov\.uk\/doc\/open-government-licence\/version\/([123])(?:\/|$)/u,
    (version = '') => `ogl-uk-${version}.0`,
  ],
  [
    /^(?:data\.gc\.ca\/eng|open\.canada\.ca\/en|ouvert\.canada\.ca\/fr)\/(?:open-government-licence|licence-du-gouvernement-ouvert)-canada$/u,
    () => 'ogl-canada-2.0',
  ],
  [/^etalab\.gouv\.fr\/licence-version-2-0-/u, () => 'etalab-2.0'],
];

const maxCharacters = 300;

/**
 * The SPDX identifier of the licence that is published at an IRI: of Creative Commons in all its
 * pages (deed, legal code) and of others whose address names it, with http or https or without, in
 * any case.
 */
export function spdxIdOfIri(iri: string): string | undefined {
  if (iri.length > maxCharacters) return undefined;
  const written = iri.trim().toLowerCase();
  const address = trimEndOf(written.replace(/^(?:https?:\/\/)?(?:www\.)?/u, ''), '/#?.');
  for (const [place, name] of places) {
    const found = place.exec(address);
    if (found !== null) return findSpdxId(name(...found.slice(1).map((part) => part ?? '')));
  }
  return undefined;
}

function odc(name = ''): string {
  return name === 'by' ? 'odc-by' : name;
}

function gnu(name = '', version = ''): string {
  return `${name === 'fdl' ? 'gfdl' : name} ${version}`;
}

import { words } from './fold.ts';

type Condition = 'BY' | 'NC' | 'ND' | 'SA';

/** Words for licence conditions; `share` and `no` are fillers of the next word. */
const conditionWords: ReadonlyMap<string, Condition> = new Map([
  ['attribution', 'BY'],
  ['by', 'BY'],
  ['commercial', 'NC'],
  ['nc', 'NC'],
  ['noncommercial', 'NC'],
  ['derivatives', 'ND'],
  ['derivs', 'ND'],
  ['nd', 'ND'],
  ['noderivatives', 'ND'],
  ['noderivs', 'ND'],
  ['alike', 'SA'],
  ['sa', 'SA'],
  ['sharealike', 'SA'],
]);

/** Words in licence names that do not distinguish licences. */
const licenceFillers: ReadonlySet<string> = new Set(
  'cc commons creative deed generic intergovernmental international licence license no non organisations public share unported v version'.split(
    ' ',
  ),
);

const versions: ReadonlySet<string> = new Set(['1 0', '2 0', '2 5', '3 0', '4 0']);

/** The conditions found in consecutive words. */
interface LicencePhrase {
  readonly conditions: Set<Condition>;
  readonly versions: Set<string>;
  /** Whether it names Creative Commons, rather than any attribution. */
  named: boolean;
}

/**
 * The SPDX identifiers of Creative Commons licences named in a text, such as `CC BY-NC 4.0` or
 * `Creative Commons Attribution 4.0 International`. Names without a version, or with two, are
 * ignored.
 */
export function creativeCommonsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let phrase = createPhrase();
  const tokens = words(text).map((word) => word.replace(/^v(?=\d)/u, ''));
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const version = `${token} ${tokens[index + 1] ?? ''}`;
    const condition = conditionWords.get(token);
    if (token === 'cc0' || token === 'cczero') found.add('CC0-1.0');
    if (condition !== undefined) phrase.conditions.add(condition);
    else if (versions.has(version) && phrase.conditions.size > 0) {
      phrase.versions.add(version.replace(' ', '.'));
      index += 1;
    } else if (licenceFillers.has(token)) phrase.named ||= token === 'cc' || token === 'commons';
    else {
      addLicence(phrase, found);
      phrase = createPhrase();
    }
  }
  addLicence(phrase, found);
  return found;
}

function createPhrase(): LicencePhrase {
  return { conditions: new Set(), versions: new Set(), named: false };
}

function addLicence(
  { conditions, versions: said, named }: LicencePhrase,
  found: Set<string>,
): void {
  const [version] = said;
  if (!named || !conditions.has('BY') || said.size !== 1 || version === undefined) return;
  const order: readonly Condition[] = ['BY', 'NC', 'ND', 'SA'];
  const name = order.filter((condition) => conditions.has(condition)).join('-');
  found.add(`CC-${name}-${version}`);
}

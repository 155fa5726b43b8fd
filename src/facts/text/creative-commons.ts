import { words } from './fold.ts';

type Condition = 'BY' | 'NC' | 'ND' | 'SA';

/** Words that say a condition; `share` and `no` do with the next. */
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

/** Words that may stand in the name of a licence and say nothing of which it is. */
const fillers: ReadonlySet<string> = new Set(
  'cc commons creative deed generic intergovernmental international licence license no non organisations public share unported v version'.split(
    ' ',
  ),
);

const versions: ReadonlySet<string> = new Set(['1 0', '2 0', '2 5', '3 0', '4 0']);

/** What a run of words says, as far as it is read. */
interface Phrase {
  readonly conditions: Set<Condition>;
  readonly versions: Set<string>;
  /** Whether it is of Creative Commons, and not any attribution. */
  named: boolean;
}

/**
 * The identifiers of Creative Commons' licences that are named in a text in words, such as `CC BY-NC 4.0` or `Creative
 * Commons Attribution 4.0 International`, in SPDX's form. One without a version has none, nor has one of two versions.
 */
export function creativeCommonsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let phrase = emptyPhrase();
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
    } else if (fillers.has(token)) phrase.named ||= token === 'cc' || token === 'commons';
    else {
      note(phrase, found);
      phrase = emptyPhrase();
    }
  }
  note(phrase, found);
  return found;
}

function emptyPhrase(): Phrase {
  return { conditions: new Set(), versions: new Set(), named: false };
}

function note({ conditions, versions: said, named }: Phrase, found: Set<string>): void {
  const [version] = said;
  if (!named || !conditions.has('BY') || said.size !== 1 || version === undefined) return;
  const order: readonly Condition[] = ['BY', 'NC', 'ND', 'SA'];
  const name = order.filter((condition) => conditions.has(condition)).join('-');
  found.add(`CC-${name}-${version}`);
}

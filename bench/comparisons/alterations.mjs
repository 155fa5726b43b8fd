// Explains a difference between two readers by the changes of the input after which they agree.

/**
 * A known difference between two readers, given as a change of the input that removes it.
 * @template Input
 * @typedef {object} Alteration
 * @property {string} name of the class of differences that it explains
 * @property {(input: Input) => Input} alter
 */

/**
 * The names of the fewest alterations of an input after which two readers agree on it.
 * @template Input
 * @param {Input} input plain data, on which they do not agree
 * @param {readonly Alteration<Input>[]} alterations of equally many those that come first are preferred
 * @param {(input: Input) => boolean} agree
 * @returns {string | undefined} undefined where there are none
 */
export function fewestAlterations(input, alterations, agree) {
  const before = JSON.stringify(input);
  const changing = alterations.filter(({ alter }) => JSON.stringify(alter(input)) !== before);
  for (const some of subsets(changing)) {
    let altered = input;
    for (const { alter } of some) altered = alter(altered);
    if (agree(altered)) return some.map(({ name }) => name).join(' + ');
  }
  return undefined;
}

/**
 * All non-empty subsets, the smallest first.
 * @template Item
 * @param {readonly Item[]} all
 */
function subsets(all) {
  /** @type {(readonly Item[])[]} */
  const sets = [[]];
  for (const each of all) sets.push(...sets.map((set) => set.concat(each)));
  return sets.slice(1).toSorted((one, other) => one.length - other.length);
}

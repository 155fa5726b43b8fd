// The options of a bench: each is a function from the given text, if any, to a value.
import { parseArgs } from 'node:util';

/**
 * @typedef {{ readonly [name: string]: (text: string | undefined, name: string) => unknown }}
 * OptionTable
 */

/**
 * @template {OptionTable} Table
 * @param {Table} table
 * @param {readonly string[]} args such as `--records 100`
 * @returns {{ readonly [Name in keyof Table]: ReturnType<Table[Name]> }}
 * @throws {TypeError} when an option is unknown or its value is wrong
 */
export function parseOptions(table, args) {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.keys(table).map((name) => [name, { type: 'string' }])),
  });
  const parsed = Object.entries(table).map(([name, parse]) => [name, parse(values[name], name)]);
  // Each entry is what the function of its name returned.
  return /** @type {{ [Name in keyof Table]: ReturnType<Table[Name]> }} */ (
    Object.fromEntries(parsed)
  );
}

/**
 * An option whose value is a whole number.
 * @template {number | undefined} Default
 * @param {number} least
 * @param {Default} otherwise where the option is not given
 */
export function wholeNumber(least, otherwise) {
  return (/** @type {string | undefined} */ text, /** @type {string} */ name) => {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new TypeError(`--${name} is a whole number from ${least}, not ${text}`);
  };
}

/**
 * An option whose value is a subset of names, separated by commas.
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {readonly Name[]} otherwise where the option is not given
 */
export function choices(names, otherwise) {
  return (/** @type {string | undefined} */ text, /** @type {string} */ option) => {
    if (text === undefined) return otherwise;
    return text.split(',').map((part) => {
      const found = names.find((name) => name === part);
      if (found !== undefined) return found;
      throw new TypeError(`--${option} takes ${names.join(', ')}, not ${part}`);
    });
  };
}

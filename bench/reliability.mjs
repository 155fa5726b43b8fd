// `bench -- reliability`: large harvests of sites with known faults and changes, compared with the
// report.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseOptions, wholeNumber, choices } from './measure/options.mjs';
import { faults } from './reliability/faults.mjs';
import { givenUp } from './reliability/given-up.mjs';
import { hosts } from './reliability/hosts.mjs';
import { second } from './reliability/second.mjs';

/** The scenarios by the names for `--scenario`. */
const scenarios = { faults, 'given-up': givenUp, second, hosts };
const names = /** @type {(keyof typeof scenarios)[]} */ (Object.keys(scenarios)); // the keys of a const object are its keys

export const reliabilityHelp = `bench -- reliability [options]
  --scenario S,…    ${names.join(', ')} (all)
  --pages N         pages of faults; of given-up at most 400 (10000)
  --second-pages N  pages of second; at least 200, or too large a share would go (2000)
  --hosts N         hosts of hosts, three of which are bad; at most 250 (200)
  --seed N          of the faults (1)
  --dir DIR         where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  scenario: choices(names, names),
  pages: wholeNumber(20, 10_000),
  'second-pages': wholeNumber(200, 2000),
  hosts: wholeNumber(4, 200),
  seed: wholeNumber(0, 1),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/**
 * Runs scenarios and prints expected and actual numbers. A difference sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchReliability(args) {
  const {
    scenario,
    'second-pages': secondPages,
    hosts: hostCount,
    ...options
  } = parseOptions(optionTable, args);
  let differences = 0;
  for (const name of scenario) {
    const found = await scenarios[name]({ ...options, secondPages, hostCount });
    console.log(`\n${name}\n\n${found.toString()}`);
    differences += found.differences;
  }
  if (differences === 0) return;
  console.error(`${differences} figures are other than expected`);
  process.exitCode = 1;
}

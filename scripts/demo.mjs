// Demonstrates a harvest: serves the small site in fixtures/sites/demo on this machine, harvests
// it, runs two queries and a search. With --serve it also serves the catalogue as web pages, and
// the site stays up for experiments. Needs a build; `npm run demo` makes one.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveSite } from '../test/support/fixture-site.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = 'dist/cli.js';
const config = 'config/demo.yaml';
// The same as in config/demo.yaml; a test compares them.
const catalogue = 'catalogue/demo';
const serve = ['serve', '--store', catalogue, '--title', 'Demonstration', '--quiet'];
const isServed = process.argv.includes('--serve');

const steps = [
  ['ingest', config],
  ['query', 'datasets', '--config', config],
  ['query', 'facets-variables', '--config', config],
  ['search', 'temperature', '--bbox=10,55,11,57', '--config', config],
  // A name of an era; the record gives millions of years.
  ['search', '--age', 'Lower Jurassic', '--config', config],
];

// Ctrl-C also reaches the running command, which ends in good order; this script ends after it.
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true;
});

// Emptied, so that every demonstration is a first harvest.
rmSync(`${root}${catalogue}`, { recursive: true, force: true });
const site = await serveSite(`${root}fixtures/sites/demo`);
try {
  console.log(`A site of a few pages is served at ${site.origin}/ while this runs.`);
  process.exitCode = await runAll(site.origin);
  if (process.exitCode === 0) {
    console.log(whatNext(isServed ? site.origin : undefined));
    if (isServed) process.exitCode = await run(serve, site.origin);
  }
} finally {
  await site.close();
}

/**
 * Runs the steps until one fails.
 * @param {string} origin of the site
 * @returns {Promise<number>} the exit code of the last one
 */
async function runAll(origin) {
  for (const step of steps) {
    const words = step.map((word) => (word.includes(' ') ? `"${word}"` : word));
    console.log(`\n$ cdif-graph ${words.join(' ')}\n`);
    const code = await run(step, origin);
    if (code === 0 && !interrupted) continue;
    console.error(`\nThe demonstration ends here, because the command did (${code}).`);
    return code === 0 ? 1 : code;
  }
  return 0;
}

/**
 * Runs the built command line as a user would, in the project's folder.
 * @param {readonly string[]} args
 * @param {string} origin of the site
 * @returns {Promise<number>} its exit code; 1 when it was ended by a signal
 */
function run(args, origin) {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, [cli, ...args], {
      cwd: root,
      env: { ...process.env, CDIF_DEMO_SITE: origin },
      stdio: 'inherit',
    })
      .on('error', reject)
      .on('close', (code) => resolve(code ?? 1));
  });
}

/** @param {string | undefined} origin of the site, if it stays up */
function whatNext(origin) {
  const again =
    origin === undefined
      ? ''
      : `
Harvest again in another terminal, and see that nothing has changed (Ctrl-C ends the site):
  CDIF_DEMO_SITE=${origin} node ${cli} ingest ${config}
`;
  const open =
    origin === undefined
      ? `Open the catalogue in a browser:
  npm run demo -- --serve                      the same again, then its web pages
  node ${cli} serve --store ${catalogue}   only its web pages`
      : 'The web pages of the catalogue are served now; Ctrl-C ends that.';
  return `
What to try next, in ${root}

${open}

Search by anything else:
  node ${cli} search --help

Read what the publisher should mend, and how:
  node ${cli} validate --all --store ${catalogue}

The bundled questions are in queries/. Ask one of your own:
  node ${cli} query 'SELECT * { ?s a ?type } LIMIT 10' --store ${catalogue}

Take everything along as N-Quads:
  node ${cli} export --store ${catalogue} --out demo.nq
${again}
Harvest a site you know:
  node ${cli} init`;
}

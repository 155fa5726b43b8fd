// `compare -- robots-crawler-commons`: sample files of crawler-commons, parsed by us and by
// robots-parser.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodingByMark, parseRobots, productToken, rulesFor, robotsVerdict } from './built.mjs';
import { filesBelow, inCorpus } from './corpora.mjs';
import { evenedOut, explainAnswer } from './robots-alterations.mjs';
import { robotsParser } from './robots-parser.mjs';
import { Tally } from './tally.mjs';

/**
 * @typedef {object} Sample
 * @property {string} name
 * @property {Buffer} body
 * @property {string} text as fetch decodes it, whatever it is
 * @property {ReturnType<typeof parseRobots>} file as we read it
 * @property {import('./robots-parser.mjs').OtherRobots} robots as robots-parser reads it
 * @property {readonly (readonly [name: string, value: string])[]} fields
 */

const origin = 'https://example.org';

/**
 * Compares the Sitemap lines of each file; then the decisions on each URL that a rule of the file
 * names, for each agent that any file names; then the same decisions on inputs on which the two
 * should agree.
 * @returns {Promise<readonly Tally[]>}
 */
export async function compareRobotsCrawlerCommons() {
  const folder = await inCorpus('suite-crawler-commons', 'data/src/test/resources/robots');
  const files = await filesBelow(folder);
  const samples = await Promise.all(files.map((name) => readSample(folder, name)));
  const agents = [...new Set(['*', 'cdif-graph', ...samples.flatMap(agentsIn)])];
  const [sitemaps, verdicts] = [new Tally('sitemap lines'), new Tally('verdicts')];
  const evened = new Tally('verdicts, evened out');
  for (const sample of samples) {
    compareSitemaps(sitemaps, sample);
    const askers = agents.map((agent) => askerOf(sample, agent));
    for (const url of urlsIn(sample)) {
      compareVerdicts(verdicts, { sample, url, askers });
      compareEvened(evened, { sample, url, askers });
    }
  }
  return [sitemaps, verdicts, evened];
}

/**
 * @param {Tally} tally
 * @param {Sample} sample
 */
function compareSitemaps(tally, { name, body, file, robots }) {
  const ours = file.sitemaps.map(({ value }) => value);
  const others = robots.getSitemaps();
  if (ours.join('\n') === others.join('\n')) tally.addEqual();
  else
    tally.addDifference(
      encodingByMark(body)?.startsWith('utf-16') ? 'UTF-16' : undefined,
      () => name,
    );
}

/**
 * @typedef {object} Asked
 * @property {Sample} sample
 * @property {string} url
 * @property {readonly Asker[]} askers
 *
 * @typedef {object} Asker
 * @property {string} agent as a file names it
 * @property {string} token the product token in it
 * @property {ReturnType<typeof rulesFor>} rules those of the sample for it
 */

/**
 * @param {Tally} tally
 * @param {Asked} asked
 */
function compareVerdicts(tally, { sample: { name, body, text, robots }, url, askers }) {
  for (const { agent, token, rules } of askers) {
    const isAllowed = robotsVerdict(rules, url).allowed;
    if (isAllowed === robots.isAllowed(url, agent)) {
      tally.addEqual();
    } else {
      const reason = explainAnswer({ body, text, agent, token, url }, isAllowed);
      tally.addDifference(reason, () => `${name}: ${agent} ${url}`);
    }
  }
}

/**
 * @param {Tally} tally
 * @param {Asked} asked
 */
function compareEvened(tally, { sample: { name, body, text }, url, askers }) {
  const evened = evenedOut({ body, text, agent: '*', token: '*', url });
  const robots = robotsParser(`${origin}/robots.txt`, evened.text);
  for (const { agent, token, rules } of askers) {
    const isAllowed = robotsVerdict(rules, url).allowed;
    if (isAllowed === robots.isAllowed(evened.url, token)) tally.addEqual();
    else tally.addDifference(undefined, () => `${name}: ${agent} ${url}`);
  }
}

/**
 * @param {Sample} sample
 * @param {string} agent
 * @returns {Asker}
 */
function askerOf({ file }, agent) {
  const token = productToken(agent);
  return { agent, token, rules: rulesFor(file, [[token], ['*']]) };
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<Sample>}
 */
async function readSample(folder, name) {
  const body = await readFile(path.join(folder, name));
  const decoded = new TextDecoder(encodingByMark(body) ?? 'utf-8').decode(body);
  const text = new TextDecoder().decode(body);
  const robots = robotsParser(`${origin}/robots.txt`, text);
  return { name, body, text, file: parseRobots(body), robots, fields: fieldsIn(decoded) };
}

/**
 * All `name: value` pairs of a text. It parses more simply than both parsers, because it only
 * collects names and paths for the comparison.
 * @param {string} text
 */
function fieldsIn(text) {
  return text.split(/\r\n|\n|\r/u).flatMap((line) => {
    const [field = ''] = line.split('#');
    const colon = field.indexOf(':');
    if (colon === -1) return [];
    const [name, value] = [field.slice(0, colon), field.slice(colon + 1)];
    return [/** @type {const} */ ([name.trim().toLowerCase(), value.trim()])];
  });
}

/** @param {Sample} sample */
function agentsIn({ fields }) {
  return fields.filter(([name]) => name.includes('agent')).map(([, value]) => value);
}

/**
 * The paths of rules, with their wildcards replaced, and with a suffix.
 * @param {Sample} sample
 */
function urlsIn({ fields }) {
  const paths = fields
    .filter(([name, value]) => name.endsWith('allow') && value !== '')
    .map(([, value]) => value.replace(/\$$/u, '').replaceAll('*', 'x'))
    .flatMap((value) => [value, `${value}x`])
    .map((value) => (value.startsWith('/') ? value : `/${value}`));
  return [...new Set(['/', '/robots.txt', ...paths])].map((each) => origin + each);
}

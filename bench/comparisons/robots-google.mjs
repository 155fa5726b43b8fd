// `compare -- robots-google`: Google's test cases for robots.txt, with the answers that Google
// expects.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseRobots, rulesFor, robotsVerdict } from './built.mjs';
import { filesBelow, inCorpus } from './corpora.mjs';
import { askRobotsParser, explainAnswer } from './robots-alterations.mjs';
import { Tally } from './tally.mjs';
import { messagesOf, readTextProto, textsOf } from './text-proto.mjs';

/**
 * @typedef {import('./robots-alterations.mjs').Question} Question
 * @typedef {Question & { isAllowed: boolean }} Case with what is expected
 */

/** Percent-encoded unreserved characters, which mean the same as the characters (RFC 3986 §2.3). */
const encodedUnreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/iu;
const notAscii = /[^\p{ASCII}]/u;

/**
 * Classes of cases in which an answer may differ from Google's: the name, the test for membership,
 * and the parser that differs.
 * @type {readonly { name: string, holds: (each: Case) => boolean }[]}
 */
const classes = [
  { name: 'no URL at all', holds: ({ url }) => url === '' },
  {
    name: '/robots.txt itself',
    holds: ({ url, isAllowed }) => !isAllowed && new URL(url).pathname === '/robots.txt',
  },
  {
    name: 'a URL that is not ASCII',
    holds: ({ url, isAllowed }) => !isAllowed && notAscii.test(url),
  },
  {
    name: 'an unreserved character encoded',
    holds: ({ text, isAllowed }) => !isAllowed && encodedUnreserved.test(text),
  },
  {
    name: 'index.html for /',
    holds: ({ url, text, isAllowed }) =>
      isAllowed && url.endsWith('/') && /^Allow:.*\/index\.html$/mu.test(text),
  },
];

/**
 * @returns {Promise<readonly Tally[]>} ours, then robots-parser's, for each of the two parts of the
 * suite
 */
export async function compareRobotsGoogle() {
  const folder = await inCorpus('suite-robots-google-spec', 'data/src/main/resources/CTC');
  const tallies = [];
  for (const part of ['correctness', 'stress']) {
    const [ours, other] = [new Tally(`ours, ${part}`), new Tally(`other, ${part}`)];
    for (const each of await casesIn(path.join(folder, part))) {
      judge(ours, each, { answer: askOurs(each), reason: classOf(each) });
      const answer = askRobotsParser(each);
      const reason =
        answer === each.isAllowed
          ? undefined
          : (classOf(each) ?? explainAnswer(each, each.isAllowed));
      judge(other, each, { answer, reason });
    }
    tallies.push(ours, other);
  }
  return tallies;
}

/**
 * @param {Tally} tally
 * @param {Case} each
 * @param {{ answer: boolean | undefined, reason: string | undefined }} given
 */
function judge(tally, { url, agent, isAllowed }, { answer, reason }) {
  if (answer === isAllowed) tally.addEqual();
  else tally.addDifference(reason, () => `${agent} ${url} should be ${verdict(isAllowed)}`);
}

/** @param {boolean} isAllowed */
function verdict(isAllowed) {
  return isAllowed ? 'allowed' : 'disallowed';
}

/** @param {Case} each */
function classOf(each) {
  return classes.find(({ holds }) => holds(each))?.name;
}

/** @param {Case} each */
function askOurs({ body, token, url }) {
  return robotsVerdict(rulesFor(parseRobots(body), [[token], ['*']]), url).allowed;
}

/**
 * @param {string} folder
 * @returns {Promise<readonly Case[]>}
 */
async function casesIn(folder) {
  const files = (await filesBelow(folder)).filter((file) => file.endsWith('.textproto'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return texts.flatMap((text) => messagesOf(readTextProto(text), 'tests').flatMap(casesOf));
}

/** @param {import('./text-proto.mjs').Message} test */
function casesOf(test) {
  const [octets] = test.get('robotstxt') ?? [];
  const body = Buffer.isBuffer(octets) ? octets : Buffer.alloc(0);
  const text = new TextDecoder().decode(body);
  return messagesOf(test, 'test_expectations').map((expected) => {
    const [url = '', agent = ''] = ['testurl', 'useragent'].flatMap((field) =>
      textsOf(expected, field),
    );
    // The suite's agents are product tokens, or texts that must not be taken for one.
    const token = agent.toLowerCase();
    const isAllowed = textsOf(expected, 'expected_outcome')[0] === 'ALLOWED';
    return { body, text, agent, token, url, isAllowed };
  });
}

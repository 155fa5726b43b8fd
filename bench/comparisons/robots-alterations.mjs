// Explains an answer of robots-parser by the changes to the input after which it answers
// differently.
import { fewestAlterations } from './alterations.mjs';
import { encodingByMark, productToken } from './built.mjs';
import { robotsParser } from './robots-parser.mjs';

/**
 * The input of a robots.txt decision.
 * @typedef {object} Question
 * @property {Buffer} body
 * @property {string} text of the body, as fetch decodes it
 * @property {string} agent as robots-parser takes it
 * @property {string} token as ours takes it, in lower case
 * @property {string} url
 */

const misspelt = /^[ \t]*(?:useragent|user agent)(?=[ \t]*:)/giu;
const misspeltRule = /^[ \t]*(?:dissallow|dissalow|disalow|diasllow|disallaw)(?=[ \t]*:)/giu;
/** A name and one word, without a colon. */
const withoutColon = /^[ \t]*(user-?agent|allow|disallow|dissalow)[ \t]+([^\s:]+)[ \t]*$/giu;
const agentLine = /^([ \t]*user-agent[ \t]*:)(.*)$/iu;
const otherRecord = /^(?![ \t]*(?:user-agent|allow|disallow)[ \t]*:)/iu;

/** @type {readonly import('./alterations.mjs').Alteration<Question>[]} */
const alterations = [
  {
    name: 'UTF-16',
    alter: (question) =>
      withText(question, (text) => {
        const encoding = encodingByMark(question.body) ?? 'utf-8';
        return encoding === 'utf-8' ? text : new TextDecoder(encoding).decode(question.body);
      }),
  },
  {
    name: 'a byte order mark cut off, or within',
    alter: (question) => withText(question, withMarksAsOurs),
  },
  {
    name: 'a field misspelt or without colon',
    alter: (question) => withLines(question, (line) => [wellSpelt(line)]),
  },
  {
    name: 'other records in a group',
    alter: (question) => withLines(question, (line) => (otherRecord.test(line) ? [] : [line])),
  },
  {
    name: 'product token',
    alter: (question) => ({
      ...withLines(question, (line) => [withTokens(line)]),
      agent: question.token,
    }),
  },
  {
    name: '/robots.txt itself',
    // A file without rules forbids nothing.
    alter: (question) =>
      URL.canParse(question.url) && new URL(question.url).pathname === '/robots.txt'
        ? { ...question, text: '' }
        : question,
  },
  {
    name: 'an empty query',
    alter: (question) =>
      question.url.endsWith('?') ? { ...question, url: `${question.url}=` } : question,
  },
];

/**
 * The answer of robots-parser, used as its users do: with a text and a URL.
 * @param {Question} question
 * @returns {boolean | undefined} undefined where it takes the URL for one of another server
 */
export function askRobotsParser({ text, agent, url }) {
  const robots = new URL('/robots.txt', URL.canParse(url) ? url : 'http://example.org/').href;
  return robotsParser(robots, text).isAllowed(url, agent);
}

/**
 * The changes to an input after which robots-parser gives a certain answer.
 * @param {Question} question
 * @param {boolean} answer
 */
export function explainAnswer(question, answer) {
  return fewestAlterations(question, alterations, (each) => askRobotsParser(each) === answer);
}

/**
 * The input without anything that the two parsers are known to read differently.
 * @param {Question} question
 */
export function evenedOut(question) {
  let evened = question;
  for (const { alter } of alterations) evened = alter(evened);
  return evened;
}

/**
 * @param {Question} question
 * @param {(text: string) => string} alter
 */
function withText(question, alter) {
  return { ...question, text: alter(question.text) };
}

/**
 * @param {Question} question
 * @param {(line: string) => readonly string[]} alter
 */
function withLines(question, alter) {
  return withText(question, (text) =>
    text
      .split(/\r\n|\n|\r/u)
      .flatMap(alter)
      .join('\n'),
  );
}

/**
 * Inside the text a byte order mark is an ordinary character.
 * @param {string} text
 */
function withMarksAsOurs(text) {
  return text.replace(/^\uFFFD/u, '').replaceAll('\uFEFF', '?');
}

/** @param {string} line */
function wellSpelt(line) {
  return line
    .replace(withoutColon, '$1: $2')
    .replace(misspelt, 'User-agent')
    .replace(misspeltRule, 'Disallow');
}

/** @param {string} line */
function withTokens(line) {
  return line.replace(agentLine, (_, name, value) => {
    const [field, agent] = /** @type {[string, string]} */ ([name, value]);
    return `${field} ${productToken(agent.replace(/#.*$/u, '').trim())}`;
  });
}

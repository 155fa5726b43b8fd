// Parses the part of the Protocol Buffers text format that the robots.txt suite uses: messages,
// lists of messages, texts in double quotes, and names.

/**
 * A message: each field with all its values. Texts are octets, since their escapes are.
 * @typedef {ReadonlyMap<string, readonly Value[]>} Message
 * @typedef {Message | Buffer | string} Value
 */

const token = /\s+|#.*|"(?:[^"\\\n]|\\.)*"|[\w.+-]+|[^\s\w]/gu;
const escape = /\\(?:x([\dA-Fa-f]{1,2})|([0-7]{1,3})|(.))/gu;
const escapedCharacters = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * @param {string} text
 * @returns {Message}
 * @throws {SyntaxError}
 */
export function readTextProto(text) {
  const tokens = (text.match(token) ?? []).filter((each) => !/^[\s#]/u.test(each));
  const [message, rest] = fieldsOf(tokens, 0);
  if (rest !== tokens.length) throw new SyntaxError(`unexpected ${tokens[rest]}`);
  return message;
}

/**
 * The texts of a field, decoded from UTF-8, and its names.
 * @param {Message} message
 * @param {string} field
 */
export function textsOf(message, field) {
  return (message.get(field) ?? []).filter((value) => !(value instanceof Map)).map(String);
}

/**
 * @param {Message} message
 * @param {string} field
 * @returns {readonly Message[]}
 */
export function messagesOf(message, field) {
  return (message.get(field) ?? []).filter((value) => value instanceof Map);
}

/**
 * @param {readonly string[]} tokens
 * @param {number} from
 * @returns {[Message, number]} with where they end
 */
function fieldsOf(tokens, from) {
  /** @type {Map<string, Value[]>} */
  const fields = new Map();
  let at = from;
  while (at < tokens.length && tokens[at] !== '}') {
    const name = tokens[at] ?? '';
    at += tokens[at + 1] === ':' ? 2 : 1;
    const [values, end] = valuesAt(tokens, at);
    fields.set(name, [...(fields.get(name) ?? []), ...values]);
    at = end;
  }
  return [fields, at];
}

/**
 * @param {readonly string[]} tokens
 * @param {number} from
 * @returns {[Value[], number]}
 */
function valuesAt(tokens, from) {
  if (tokens[from] !== '[') {
    const [value, end] = valueAt(tokens, from);
    return [[value], end];
  }
  /** @type {Value[]} */
  const values = [];
  let at = from + 1;
  while (at < tokens.length && tokens[at] !== ']') {
    const [value, end] = valueAt(tokens, at);
    values.push(value);
    at = tokens[end] === ',' ? end + 1 : end;
  }
  return [values, at + 1];
}

/**
 * @param {readonly string[]} tokens
 * @param {number} from
 * @returns {[Value, number]}
 */
function valueAt(tokens, from) {
  const first = tokens[from] ?? '';
  if (first === '{') {
    const [message, end] = fieldsOf(tokens, from + 1);
    return [message, end + 1];
  }
  if (!first.startsWith('"')) return [first, from + 1];
  // Adjacent texts are one text.
  const pieces = [];
  let at = from;
  for (; tokens[at]?.startsWith('"'); at += 1) pieces.push(octetsOf(tokens[at] ?? ''));
  return [Buffer.concat(pieces), at];
}

/** @param {string} quoted */
function octetsOf(quoted) {
  const octets = Buffer.from(quoted.slice(1, -1)).toString('latin1');
  const unescaped = octets.replaceAll(escape, (_, ...groups) => {
    const [hex, octal, character = ''] = /** @type {(string | undefined)[]} */ (groups);
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return escapedCharacters.get(character) ?? character;
  });
  return Buffer.from(unescaped, 'latin1');
}

import { type RemedyKind, remedyKinds } from '../model/finding.ts';
import { severities } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import { prefixedName } from '../rdf/vocabularies.ts';
import { groupBy } from '../text/collections.ts';
import { applyJsonPatch } from '../text/json-patch.ts';
import { pointerTokens } from '../text/json-positions.ts';
import { isObject, type JsonValue, parseJson } from '../text/json.ts';
import { type SubjectKind, subjectKinds } from './checked-record.ts';
import { type Level, levels, severityOfLevel } from './profile.ts';
import { profileCatalogue } from './profiles/profile-catalogue.ts';
import type { Constraint, GoodRecord, Rule } from './rule.ts';
import { ruleCatalogue } from './rules/rule-catalogue.ts';
import { reasonWithoutShape } from './shape-files.ts';

/** A page of `docs/rules`. */
export interface RulePage {
  /** `title.md` */
  readonly name: string;
  /** Markdown, formatted as oxfmt does. */
  readonly text: string;
}

/**
 * Writes the pages of all rules, and the page that lists rules and profiles (`README.md`).
 * @param readRecord returns the text of a good record (`docs/rules/records`)
 */
export function rulePages(readRecord: (record: GoodRecord) => string): readonly RulePage[] {
  const rules = Object.entries<Rule>(ruleCatalogue);
  const pages = rules.map(([id, rule]): RulePage => {
    return { name: `${id}.md`, text: rulePage(id, rule, readRecord(rule.example.record)) };
  });
  return [{ name: 'README.md', text: listPage() }, ...pages];
}

const levelTexts: Readonly<Record<Level, string>> = {
  required: 'It must have a value that says something.',
  nilable: 'It must be there. A nil, which says why there is no value, will do.',
  management: 'Whoever manages the metadata needs it. A nil will do.',
  recommended: 'It should be there.',
  form: 'What is there must have this form.',
};

const severityTexts: Readonly<Record<Severity, string>> = {
  error: 'The record does not conform to the profile.',
  warning: 'The record conforms, but people or programs will miss something.',
  info: 'The record would be better with it.',
};

const remedyTexts: Readonly<Record<RemedyKind, string>> = {
  mechanical: 'The value is there in another form. `--fix` rewrites it.',
  derivable: 'The value stands elsewhere in the record, or in the response. `--fix` copies it.',
  author: 'Only the author knows the value. The patch is a template: braces enclose what to write.',
};

const remedyNames: Readonly<Record<RemedyKind, string>> = {
  mechanical: 'mechanical',
  derivable: 'derivable',
  author: "author's",
};

function rulePage(id: string, rule: Rule, record: string): string {
  const { title, asked, why, of, remedy } = rule;
  const { right, wrong } = exampleParts(rule, record);
  const good = `[${rule.example.record}.json](records/${rule.example.record}.json)`;
  return [
    `# ${title} (\`${id}\`)`,
    wrap(
      `The rule is about ${subjectKinds[of]}. Remedy: ${remedyNames[remedy]} ([kinds](README.md)).`,
    ),
    '## What to write',
    wrap(asked),
    '## Why',
    wrap(why),
    '## Example',
    wrap(`Wrong, in a record that otherwise is ${good}:`),
    jsonBlock(wrong),
    'Right:',
    jsonBlock(right),
    '## Profiles',
    profileList(id),
    '## In SHACL',
    wrap(shaclText(rule)),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Profiles that ask for a rule in the same way are one item. */
function profileList(id: string): string {
  const asking = profileCatalogue.flatMap((profile) =>
    profile.requirements
      .filter(({ rule }) => rule === id)
      .map(({ level, section, url = profile.url, severity = severityOfLevel[level], note }) => {
        const comment = note === undefined ? '' : `. ${note}`;
        return { profile, way: `${level}, ${severity}: [${section}](${url})${comment}` };
      }),
  );
  const items = Array.from(
    groupBy(asking, ({ way }) => way),
    ([way, profiles]) => {
      return listItem(`${profiles.map(({ profile }) => `\`${profile.id}\``).join(', ')}: ${way}`);
    },
  );
  return items.length === 0 ? 'No profile asks for it as yet.' : items.join('\n');
}

function shaclText(rule: Rule): string {
  const reason = reasonWithoutShape(rule);
  const { constraint } = rule;
  if (constraint === undefined || reason !== undefined) {
    return `Not in the [shapes](../../shapes): ${reason}. \`cdif-graph validate\` checks it.`;
  }
  return `${constraintText(constraint)} It is in the [shapes](../../shapes) of these profiles.`;
}

/** What a constraint asks of its subject. */
function constraintText({ path, otherPath, subjects, subjectClass, ...asks }: Constraint): string {
  if (subjects !== undefined) return `There is ${subjectKinds[subjects]}.`;
  const { minCount, maxCount, hasValue } = asks;
  const values = path.length === 0 ? 'The node itself' : `Each value of ${namesText(path)}`;
  const said = 'that says something';
  const terms = termTexts(asks);
  const steps = (otherPath ?? []).map(namesText).toReversed();
  const places =
    steps.length === 0 ? namesText(path) : `${namesText(path)}, or ${steps.join(' of ')}`;
  return [
    ...(subjectClass === undefined ? [] : [`The node has the class ${nameText(subjectClass)}.`]),
    ...(minCount === undefined
      ? []
      : [`${places}: at least ${minCount} ${plural('value', minCount)} ${said}.`]),
    ...(maxCount === undefined
      ? []
      : [`${namesText(path)}: at most ${maxCount} ${plural('value', maxCount)} ${said}.`]),
    ...(hasValue === undefined ? [] : [`A value of ${namesText(path)} is ${nameText(hasValue)}.`]),
    ...(terms.length === 0 ? [] : [`${values} ${joinWords(terms, 'and')}.`]),
  ].join(' ');
}

function termTexts(asks: Omit<Constraint, 'path'>): readonly string[] {
  const { minLength, maxLength, pattern, nodeKind, classes, datatypes } = asks;
  return [
    ...(nodeKind === undefined ? [] : [`is ${nodeKindTexts[nodeKind]}`]),
    ...(minLength === undefined ? [] : [`has at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`has at most ${maxLength} characters`]),
    ...(classes === undefined ? [] : [`has the class ${namesText(classes)}`]),
    ...(datatypes === undefined ? [] : [`has the datatype ${namesText(datatypes)}`]),
    ...(pattern === undefined ? [] : ['has the form that this page asks for']),
  ];
}

const nodeKindTexts: Readonly<Record<NonNullable<Constraint['nodeKind']>, string>> = {
  BlankNodeOrIRI: 'a node, not a text',
  IRI: 'an IRI',
  IRIOrLiteral: 'a text or an IRI',
  Literal: 'a text',
};

function namesText(iris: readonly string[]): string {
  return joinWords([...new Set(iris)].map(nameText), 'or');
}

function nameText(iri: string): string {
  return `\`${prefixedName(iri) ?? iri}\``;
}

function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  const [end = '', ...before] = words.toReversed();
  return before.length === 0 ? end : `${before.toReversed().join(', ')} ${last} ${end}`;
}

function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

/** Names of JSON that tell which node a part is about. */
const contextNames: ReadonlySet<string> = new Set(['@id', '@type']);

/** What the patch of an example touches, before and after. */
function exampleParts({ example }: Rule, record: string): Record<'right' | 'wrong', JsonValue> {
  const spoilt = applyJsonPatch(record, example.patch);
  const [right, wrong] = [record, spoilt ?? ''].map(parseJson);
  if (right === undefined || wrong === undefined) {
    throw new TypeError(`An example does not apply to ${example.record}.json.`);
  }
  const touched: PathTree = new Map();
  for (const operation of example.patch) {
    const pointers = operation.op === 'move' ? [operation.from, operation.path] : [operation.path];
    for (const pointer of pointers) addPath(touched, pointerTokens(pointer) ?? []);
  }
  return { right: partOf(right, touched), wrong: partOf(wrong, touched) };
}

/** The tokens of pointers; empty where a pointer ends. */
type PathTree = Map<string, PathTree>;

function addPath(tree: PathTree, tokens: readonly string[]): void {
  let below = tree;
  for (const token of tokens) {
    const next = below.get(token) ?? new Map<string, PathTree>();
    below.set(token, next);
    below = next;
  }
}

/** The members of a value on the ways of a tree, with the names of the nodes on them. */
function partOf(value: JsonValue, tree: PathTree): JsonValue {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) {
    const ends = [...tree].some(([, below]) => below.size === 0);
    if (ends) return value;
    return value.flatMap((item, index) => {
      const below = tree.get(String(index));
      return below === undefined ? [] : [partOf(item, below)];
    });
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const below = tree.get(name);
    if (below !== undefined) return [[name, partOf(member, below)] as const];
    return contextNames.has(name) ? [[name, member] as const] : [];
  });
  return Object.fromEntries(members);
}

function listPage(): string {
  return [
    '# Rules',
    wrap(
      'A rule says what a metadata record must tell, and in which form. Profiles, such as CDIF ' +
        'discovery, say how much each rule matters to them. `cdif-graph validate` checks records ' +
        'against the profiles that they claim. Each rule has a page here with what to write, an ' +
        'example, and the sections that ask for it.',
    ),
    '## Levels',
    wrap('The level of a rule is how much a profile wants something.'),
    table(
      ['level', 'means', 'severity'],
      levels.map((level) => [level, levelTexts[level], severityOfLevel[level]]),
    ),
    wrap(
      'A profile can give one of its rules another severity. A nil is a word such as `unknown` or ' +
        '`n/a`, or an IRI such as `nil:missing` and `http://www.opengis.net/def/nil/OGC/0/missing`.',
    ),
    '## Severities',
    table(
      ['severity', 'means'],
      severities.map((severity) => [severity, severityTexts[severity]]),
    ),
    '## Remedies',
    wrap(
      'A finding comes with a JSON Patch where there is something to write. The kind that a rule ' +
        'declares is the best that its findings can have; a single one may need the author.',
    ),
    table(
      ['remedy', 'means'],
      remedyKinds.map((kind) => [remedyNames[kind], remedyTexts[kind]]),
    ),
    '## Profiles',
    wrap(
      'The shapes are SHACL, for use elsewhere; their first lines tell how they find the resources ' +
        'and which rules they leave out.',
    ),
    profilesText(),
    '## All rules',
    ...subjectTables(),
  ]
    .join('\n\n')
    .concat('\n');
}

function profilesText(): string {
  const items = profileCatalogue.map(({ id, title, url, claims, requirements }) => {
    const shapes = `[shapes](../../shapes/${id}.ttl)`;
    const count = `${requirements.length} ${plural('rule', requirements.length)}`;
    const names = claims.map((claim) => `\`${claim}\``);
    const claimed = names.length === 0 ? '' : `; claimed by ${joinWords(names, 'or')}`;
    return listItem(`\`${id}\`: [${title}](${url}), ${count}, ${shapes}${claimed}`);
  });
  return items.join('\n');
}

function subjectTables(): readonly string[] {
  const kinds = Object.keys(subjectKinds) as readonly SubjectKind[]; // its own names
  return kinds.flatMap((kind) => {
    const rules = Object.entries<Rule>(ruleCatalogue).filter(([, { of }]) => of === kind);
    if (rules.length === 0) return [];
    const rows = rules.map(([id, rule]) => {
      return [`[\`${id}\`](${id}.md)`, rule.title, remedyNames[rule.remedy]];
    });
    return [`About ${subjectKinds[kind]}:`, table(['rule', 'title', 'remedy'], rows)];
  });
}

/** Lines of documents are not longer. */
const maxColumns = 100;

/** Breaks a paragraph into lines. Code and links keep their blanks. */
function wrap(text: string, width = maxColumns): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/`[^`]*`[^\s`]*|\[[^\][]*\][^\s[]*|\S+/gu) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line === '') line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join('\n');
}

function listItem(text: string): string {
  return `- ${wrap(text, maxColumns - 2).replaceAll('\n', '\n  ')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => {
    return Math.max(3, ...escaped.map((row) => row[column]?.length ?? 0));
  });
  const [first = '', ...others] = escaped.map((row) => {
    return `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  });
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [first, rule, ...others].join('\n');
}

function jsonBlock(value: JsonValue): string {
  return `\`\`\`json\n${jsonText(value)}\n\`\`\``;
}

/** JSON as oxfmt writes it: what fits is on one line, but not an array of several objects. */
function jsonText(value: JsonValue, indent = '', used = 0): string {
  const line = jsonLine(value);
  const fits = indent.length + used + line.length <= maxColumns;
  if (typeof value !== 'object' || value === null || (fits && !isBroken(value))) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => {
      const comma = index === value.length - 1 ? 0 : 1;
      return inner + jsonText(item, inner, comma);
    });
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value);
  const members = entries.map(([name, member], index) => {
    const key = `${JSON.stringify(name)}: `;
    const comma = index === entries.length - 1 ? 0 : 1;
    return inner + key + jsonText(member, inner, key.length + comma);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function isBroken(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const items = Array.isArray(value) ? value : Object.values(value);
  const isOfObjects = Array.isArray(value) && value.length > 1 && value.every(isLarge);
  return isOfObjects || items.some(isBroken);
}

function isLarge(item: JsonValue): boolean {
  return isObject(item) && Object.keys(item).length > 1;
}

function jsonLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => {
    return `${JSON.stringify(name)}: ${jsonLine(member)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

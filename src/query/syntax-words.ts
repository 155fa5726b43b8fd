/** A kind of token of the parser. */
interface TokenKind {
  readonly name: string;
  /** Of keywords and signs, how they are written. */
  readonly LABEL?: string;
}

const updateTokens =
  /^(?:Load|LoadInto|Clear|Drop|Create|Add|To|Move|Copy|ModifyWith|Delete\w*|Insert\w*|UsingClause|GraphAll|DefaultGraph)$/u;

/** Whether a token stands in updates and in no query. */
export function isUpdateToken({ name }: TokenKind): boolean {
  return updateTokens.test(name);
}

/** What a place where all of some tokens can stand is for; the first that fits is said. */
const places: readonly (readonly [words: string, ...needed: readonly string[]])[] = [
  ['an expression', 'Exclamation', 'BuiltInStr'],
  ['an expression in parentheses or a function', 'BuiltInStr'],
  ['a property (an IRI, a variable, a path or a)', 'Hat', 'a'],
  ['a variable, an IRI or a literal', 'Var1', 'IriRef', 'StringLiteral1'],
  ['an IRI or a literal', 'IriRef', 'StringLiteral1'],
];

const kinds: ReadonlyMap<string, string> = new Map([
  ['IriRef', 'an IRI'],
  ['PNameLn', 'a name with a prefix'],
  ['PNameNs', 'a prefix with its colon'],
  ['Var1', 'a variable'],
  ['Var2', 'a variable'],
  ['Integer', 'a whole number'],
  ['BlankNodeLabel', 'a blank node'],
  ['Anon', 'a blank node'],
  ['Nil', '()'],
  ['a', 'a'],
  ['GroupByGroup', 'GROUP BY'],
  ['Order', 'ORDER BY'],
  ['NamedGraph', 'NAMED'],
]);

/**
 * Says in words what can stand at a place.
 * @param tokens what the parser tried at last; where it is the end of a group, it had tried what a
 * group can have before
 */
export function expectedWords(tokens: readonly TokenKind[], previous?: TokenKind): string {
  if (tokens.length === 1 && tokens[0]?.name === 'RCurly') {
    return previous?.name === 'Dot' || previous?.name === 'LCurly'
      ? 'a pattern or }'
      : 'a dot or }';
  }
  const names = new Set(tokens.map(({ name }) => name));
  const place = places.find(([, ...needed]) => needed.every((name) => names.has(name)));
  if (place !== undefined) return place[0];
  // A name with a prefix may have nothing behind the colon.
  if (names.has('PNameLn')) names.delete('PNameNs');
  const words = tokens
    .filter(({ name }) => names.has(name))
    .map(({ name, LABEL }) => kinds.get(name) ?? LABEL ?? 'another term');
  return listed([...new Set(words)]);
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? 'something else';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

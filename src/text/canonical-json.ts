type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * Serialises a JSON value in the canonical form of RFC 8785 (members sorted by UTF-16 code unit, no
 * blanks), the lexical form of rdf:JSON (JSON-LD 1.1 §10.2). Does not recurse, so any depth is safe.
 * @param value from `JSON.parse`, without numbers beyond the range of a double
 */
export function canonicalJson(value: unknown): string {
  let written = '';
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) written += next.text;
    else if (typeof next.value !== 'object' || next.value === null)
      written += JSON.stringify(next.value);
    else for (const part of partsOf(next.value).toReversed()) pending.push(part);
  }
  return written;
}

function partsOf(container: object): Pending[] {
  const isArray = Array.isArray(container);
  const members: [name: string, value: unknown][] = Object.entries(container);
  if (!isArray) members.sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = members.flatMap(([name, value], index): Pending[] => {
    const comma = index === 0 ? '' : ',';
    return [{ text: isArray ? comma : `${comma}${JSON.stringify(name)}:` }, { value }];
  });
  return [{ text: isArray ? '[' : '{' }, ...parts, { text: isArray ? ']' : '}' }];
}

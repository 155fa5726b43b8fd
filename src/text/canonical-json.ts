type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * A JSON value in the one form of RFC 8785: members sorted by UTF-16 code unit, no blanks, numbers and strings as
 * ECMAScript writes them. It is the lexical form of rdf:JSON (JSON-LD 1.1 §10.2). Any depth is safe.
 * @param value what `JSON.parse` gave, without numbers beyond the range of a double
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
  if (Array.isArray(container)) {
    const items = container.map((value: unknown) => ({ name: '', value }));
    return enclose('[', items, ']');
  }
  const members = Object.entries(container)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ name: `${JSON.stringify(name)}:`, value: value as unknown }));
  return enclose('{', members, '}');
}

function enclose(
  open: string,
  members: readonly { readonly name: string; readonly value: unknown }[],
  close: string,
): Pending[] {
  const parts: Pending[] = [{ text: open }];
  for (const [index, { name, value }] of members.entries()) {
    parts.push({ text: (index === 0 ? '' : ',') + name }, { value });
  }
  parts.push({ text: close });
  return parts;
}

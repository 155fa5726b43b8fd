import type { JsonObject } from '../../text/json.ts';

/**
 * The entries of a context for terms that have the same name in a namespace.
 * @param names local names, separated by blanks
 */
export function mapToNamespace(
  namespace: string,
  ...names: readonly string[]
): Record<string, string> {
  const all = names.flatMap((each) => each.split(' '));
  return Object.fromEntries(all.map((name) => [name, namespace + name]));
}

/** The same for terms whose texts are IRIs. */
export function mapToIris(namespace: string, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(mapToNamespace(namespace, ...names)).map(([name, iri]) => [
      name,
      { '@id': iri, '@type': '@id' },
    ]),
  );
}

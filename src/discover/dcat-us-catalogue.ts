import { takeBeginning } from '../http/body.ts';
import { dcatUsTellingFields, isDcatUsSchema } from '../model/dcat-us.ts';
import { ResourceError } from '../model/http.ts';
import type { Reading, SourceOf } from './discoverer.ts';

/** Bytes read to recognise a catalogue: its head and one or two entries. */
const beginningBytes = 65_536;

/**
 * Whether a URL serves a DCAT-US catalogue, judged by its first bytes. False when the URL cannot be
 * fetched or robots.txt disallows it.
 * @throws the signal's reason when it is aborted
 */
export async function isDcatUsCatalogue(
  url: string,
  { name, robots: obedience }: Pick<SourceOf<'site'>, 'name' | 'robots'>,
  { http, robots, signal }: Pick<Reading, 'http' | 'robots' | 'signal'>,
): Promise<boolean> {
  const permit = async (each: string): Promise<void> => {
    if (obedience !== 'ignore') await robots.permit(each, signal, name);
  };
  const accept = 'application/json, */*;q=0.5';
  const bounds = { permit, maxBytes: Number.POSITIVE_INFINITY };
  const options = { credentialsOf: name, signal, accept, ...bounds };
  try {
    const { body } = await http.read(url, options, (pieces) => {
      return takeBeginning(pieces, beginningBytes);
    });
    return beginsDcatUs(body);
  } catch (error) {
    if (error instanceof ResourceError) return false;
    throw error;
  }
}

/**
 * Whether bytes begin a catalogue that declares DCAT-US, or whose first entries have a title and at
 * least two other characteristic fields. The document itself is validated when it is extracted.
 * Takes linear time.
 */
export function beginsDcatUs(bytes: Uint8Array): boolean {
  // Some generators escape each slash.
  const text = new TextDecoder()
    .decode(bytes)
    .trimStart()
    .replaceAll(String.raw`\/`, '/');
  if (!text.startsWith('{')) return false;
  for (const [, iri = ''] of text.matchAll(/"(?:conformsTo|@context)"\s*:\s*"([^"]*)/gu)) {
    if (isDcatUsSchema(iri)) return true;
  }
  const [, entries] = /"dataset"\s*:\s*\[\s*\{(.*)$/su.exec(text) ?? [];
  if (entries?.includes('"title"') !== true) return false;
  return dcatUsTellingFields.filter((field) => entries.includes(`"${field}"`)).length > 1;
}

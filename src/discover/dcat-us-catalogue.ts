import { takeBeginning } from '../http/body.ts';
import { dcatUsTellingFields, isDcatUsSchema } from '../model/dcat-us.ts';
import { ResourceError } from '../model/http.ts';
import type { Reading, SourceOf } from './discoverer.ts';

/** What is read of a document that may be a catalogue: its head, and an entry or two. */
const beginningBytes = 65_536;

/**
 * Whether there is a catalogue in the form of DCAT-US at a URL, by its beginning. Not where it cannot be had, or where
 * robots.txt forbids to ask for it.
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
 * Whether bytes begin a catalogue that says that it is DCAT-US, or whose first entries have a title and two more of the
 * fields that it asks for. What is in it is judged when it is read as a document. In linear time.
 */
export function beginsDcatUs(bytes: Uint8Array): boolean {
  // Some programs escape each slash.
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

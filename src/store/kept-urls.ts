import type { KeptDocument } from '../model/record.ts';
import type { Catalogue } from './catalogue.ts';
import type { Snapshot } from './snapshot.ts';
import type { KeptUrl } from './store.ts';

/** How many keys are read at once; each read has a fixed cost and holds a snapshot. */
const keysAtOnce = 1000;

/** The hashes of the documents of a URL. */
interface UrlDocuments {
  readonly url: string;
  readonly hashes: readonly string[];
}

/**
 * The documents of each URL, in the order of the URLs. Texts are read on demand and no snapshot is
 * held in between, so the catalogue can be written meanwhile; documents removed before their turn
 * are left out.
 */
export async function* keptUrls(catalogue: Catalogue): AsyncGenerator<KeptUrl> {
  let last: string | undefined;
  for (;;) {
    const read = (snapshot: Snapshot): UrlDocuments[] => nextUrls(snapshot, last);
    const urls = catalogue.read(read);
    for (const { url, hashes } of urls) {
      yield { url, documents: documentsOf(catalogue, url, hashes) };
      last = url;
    }
    if (urls.length === 0) return;
  }
}

function* documentsOf(
  catalogue: Catalogue,
  url: string,
  hashes: readonly string[],
): Generator<KeptDocument> {
  for (const sha256 of hashes) {
    const document = catalogue.read((snapshot) => snapshot.document(url, sha256));
    if (document !== undefined) yield document;
  }
}

/** The URLs after `last`, each with all its documents. */
function nextUrls(snapshot: Snapshot, last: string | undefined): UrlDocuments[] {
  const urls: { readonly url: string; readonly hashes: string[] }[] = [];
  let keys = 0;
  for (const { url, sha256 } of snapshot.documentsBehind(last)) {
    const current = urls.at(-1);
    if (current?.url === url) current.hashes.push(sha256);
    else if (keys >= keysAtOnce) break;
    else urls.push({ url, hashes: [sha256] });
    keys += 1;
  }
  return urls;
}

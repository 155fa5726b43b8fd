import { open, type Database } from 'lmdb';
import { compressionDictionary } from '../../src/catalogue/layout.ts';
import { commit, listing, urlUpdate, newPath, openCatalogue, url } from './updates.ts';

/** A sound catalogue: two records, and a look that is listed as the metadata of a page. */
export async function soundPath(): Promise<string> {
  const path = newPath();
  const catalogue = openCatalogue(path);
  const found = { by: 'sitemap', describes: url('page') } as const;
  const listings = [{ ...listing(), found }];
  commit(
    catalogue,
    urlUpdate(1, { recordIri: 'https://doi.org/10.1234/1' }),
    urlUpdate(2, { listings }),
  );
  catalogue.beginRun(new Date('2026-11-20T11:36:25Z'));
  await catalogue.close();
  return path;
}

/** Changes an entry behind the back of the catalogue, as a failing disk or another program would. */
export async function tamper(
  path: string,
  name: string,
  change: (database: Database<unknown, string>) => unknown,
): Promise<void> {
  const environment = open({ path, noSubdir: false, maxDbs: 12 });
  const isText = ['nquads', 'search', 'documents', 'names'].includes(name);
  const isPlain = ['meta', 'facts', 'names'].includes(name);
  const compression = isPlain
    ? {}
    : { compression: { threshold: 200, dictionary: compressionDictionary } };
  const options = { name, encoding: isText ? 'string' : 'json', ...compression } as const;
  const database = environment.openDB<unknown, string>(options);
  environment.transactionSync(() => change(database));
  await environment.close();
}

/** What puts another value in place of the one that has a key. */
export function edit(key: string, change: (value: never) => unknown) {
  return (database: Database<unknown, string>) => {
    // What stands there is known to the test.
    database.putSync(key, change(database.get(key) as never));
  };
}

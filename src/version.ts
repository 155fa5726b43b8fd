import { readFileSync } from 'node:fs';

/** The version of this package, as package.json says. */
export const version: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own file, next to src/ and dist/ alike; it has a version, or npm could not have packed it.
  return (JSON.parse(text) as { version: string }).version;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const begin = new URL('../../src/store/engine-thread.ts', import.meta.url);
/** What is imported before anything is done; types are gone by then. */
const imported = /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gmu;

/** The packages that a file imports, and what it imports. */
function packagesOf(file: URL, seen = new Set<string>()): readonly string[] {
  const path = fileURLToPath(file);
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(imported)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return packagesOf(new URL(name, file), seen);
    return name.startsWith('node:') ? [] : [name];
  });
}

describe('the thread of the engine', () => {
  // A native module does not survive that.
  it('begins with no package, since it may be ended by force then', () => {
    expect(packagesOf(begin)).toEqual([]);
    // That this sees packages where there are some.
    expect(packagesOf(new URL('engine.ts', begin))).toContain('lmdb');
  });
});

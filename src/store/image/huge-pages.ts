import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { load } from 'koffi';

/** What `madvise` calls its advice to use huge pages. See madvise(2). */
const huge = 14;
/** Where Linux says who gets huge pages: all memory, none, or what asks for them. */
const settingFile = '/sys/kernel/mm/transparent_hugepage/enabled';
const require = createRequire(import.meta.url);

/**
 * Asks Linux to make memory that has not been used yet of pages of two megabytes. Most of the time that it takes to fill fresh memory
 * goes into making its pages, one by one of four kilobytes; see docs/decisions/0015.
 * @param start where that memory begins
 * @param length in bytes, which may be more than there is so far
 */
export function askForHugePages(start: Uint8Array, length: number): void {
  try {
    if (!readFileSync(settingFile, 'utf8').includes('[madvise]')) return;
    // It takes some time to load, which small memories do not wait for.
    const koffi = require('koffi') as { readonly load: typeof load };
    const system = koffi.load(null);
    const madvise: Madvise = system.func('int madvise(void *start, size_t length, int advice)');
    // It is a hint: what it answers changes nothing here.
    madvise(start, length, huge);
  } catch {
    // Elsewhere, and where the package that can ask is not installed, all is as it was.
  }
}

type Madvise = (start: Uint8Array, length: number, advice: number) => number;

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../src/text/collections.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const architecture = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The lines of the list in "The folders", each as the folders and files that it names. */
const lines = readLines();
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/u.test(file) && !file.startsWith('serve/browser/'))
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();
const imports = files.flatMap((file) => importsOf(file));

describe('the folders of src', () => {
  it('are all in the list of docs/architecture.md, and nothing else is', () => {
    expect(lines.flat().toSorted()).toEqual(readdirSync(src).toSorted());
  });

  it('import from lines of the list that are further down only', () => {
    const wrong = imports.filter(({ from, to }) => {
      return folderOf(from) !== folderOf(to) && lineOf(to) <= lineOf(from);
    });
    expect(imports).not.toEqual([]);
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  // The lint rule `import/no-cycle` does not follow `import()`.
  it('have no circle of imports', () => {
    expect(findCircle().join(' imports ')).toBe('');
  });
});

describe('names', () => {
  // So that a search for a name finds one thing.
  it('that are exported are unique in the tree', () => {
    const names = exportedNames();
    const twice = [...groupBy(names, ({ name }) => name)]
      .filter(([, found]) => found.length > 1)
      .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`);
    expect(names.length).toBeGreaterThan(1000);
    expect(twice).toEqual([]);
  });

  it('that are exported have a doc comment', () => {
    const bare = exportedNames().filter(({ isDocumented }) => !isDocumented);
    expect(bare.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });

  it('of files in the answers of CONTRIBUTING.md are those of src', () => {
    const contributing = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
    const [, behind = ''] = contributing.split('\n## Where would you change …?\n');
    const [section = ''] = behind.split('\n## ');
    const named = Array.from(section.matchAll(/\| `([^`]+)` +\|$/gmu), ([, place = '']) => place);
    expect(named.length).toBeGreaterThanOrEqual(10);
    expect(named.filter((place) => !existsSync(path.join(src, place)))).toEqual([]);
  });
});

interface Export {
  readonly name: string;
  readonly file: string;
  readonly isDocumented: boolean;
}

/** What the files of `src` declare and export, overloads once; re-exports do not count. */
function exportedNames(): readonly Export[] {
  const form =
    /^export (?:async |abstract )*(?:function\*?|class|const|interface|type) ([\w$]+)/gmu;
  return files.flatMap((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    const found = Array.from(text.matchAll(form), (match) => ({
      name: match[1] ?? '',
      file,
      isDocumented: text.slice(0, match.index).endsWith('*/\n'),
    }));
    return [...groupBy(found, ({ name }) => name).values()].flatMap((each) => each.slice(0, 1));
  });
}

function readLines(): readonly (readonly string[])[] {
  const [, behind = ''] = architecture.split('\n## The folders\n');
  const [section = ''] = behind.split('\n## ');
  return section
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) =>
      line
        .trim()
        .replace(/ {2}.*$/u, '')
        .split(', '),
    );
}

/**
 * Every relative path of a module in quotes counts, so no form of import can be missed. The built
 * file that a worker thread starts with counts too.
 */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  return Array.from(
    text.matchAll(/['"](\.\.?\/[^'"\s]+)(\.[jt]sx?)['"]/gu),
    ([, target = '', ending = '']) => ({
      from: file,
      to: path.posix.join(path.posix.dirname(file), target + ending.replace('j', 't')),
    }),
  );
}

/** The folder of src that a file is in; a file directly in src is its own folder. */
function folderOf(file: string): string {
  return file.replace(/\/.*$/u, '');
}

/** The number of the line that names the folder of a file; -1 where none does. */
function lineOf(file: string): number {
  return lines.findIndex((line) => line.includes(folderOf(file)));
}

/** The files of one circle, the first of them once more at the end; empty where there is none. */
function findCircle(): readonly string[] {
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    done.add(file);
    for (const { from, to } of imports) {
      const circle = from === file ? follow(to, [...way, file]) : [];
      if (circle.length > 0) return circle;
    }
    return [];
  };
  return files.map((file) => follow(file, [])).find((circle) => circle.length > 0) ?? [];
}

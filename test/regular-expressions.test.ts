import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { analyse } from 'scslre';
import { isRegularExpressionLiteral } from 'typescript/unstable/ast/is';
import type { Node } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/u.test(file))
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();

/** Files that make expressions only when they are called, and one of those that they make. */
const madeInFunctions: Readonly<Record<string, RegExp>> = {
  'expand/hidden-values.ts': /marker(\d+)marker/u,
  'query/bundled.ts': /^# key: *([^ ].*)$/mu,
};

interface Expression {
  readonly file: string;
  /** As it is in the file, or as it was made there. */
  readonly literal: string;
}

let expressions: readonly Expression[] = [];

beforeAll(async () => {
  expressions = [...literals(), ...(await made())];
});

// Strangers write all that these are matched with. One that takes time by the square of a text takes
// a minute for half a megabyte, by backtracking or by starting again at each place: `/\s+$/`.
// What cannot be told by one repeated character is told by `test/long-values.test.ts`.
it('no regular expression takes more time than in proportion to its text', () => {
  expect(expressions.length).toBeGreaterThan(500);
  const slow = expressions.filter(({ literal }) => isSuperLinear(literal));
  expect(slow.map(({ file, literal }) => `${file}: ${literal}`)).toEqual([]);
});

it.each([String.raw`/\s+$/u`, '/^(?:a+)+$/u', String.raw`/^a\s*b?\s*$/u`, '/,[^;]*;/u'])(
  'such as %s would be found',
  (literal) => {
    expect(isSuperLinear(literal)).toBe(true);
  },
);

it('all that make an expression from texts do so when they are loaded, or are listed here', () => {
  const making = files.filter((file) => sourceOf(file).includes('new RegExp('));
  const heard = new Set(expressions.map(({ file }) => file));
  expect(making.filter((file) => !heard.has(file))).toEqual([]);
  expect(making).toEqual(expect.arrayContaining(Object.keys(madeInFunctions)));
});

function isSuperLinear(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const expression = { source: literal.slice(1, end), flags: literal.slice(end + 1) };
  return analyse(expression, { maxReports: 1 }).reports.length > 0;
}

function literals(): readonly Expression[] {
  const api = new API({ cwd: root });
  try {
    const openProjects = ['tsconfig.build.json', 'tsconfig.browser.json'].map((name) =>
      path.join(root, name),
    );
    const projects = api.updateSnapshot({ openProjects }).getProjects();
    return files.flatMap((file) => {
      const [source] = projects.flatMap(
        ({ program }) => program.getSourceFile(path.join(root, 'src', file)) ?? [],
      );
      if (source === undefined) throw new Error(`${file} is in no project`);
      const found: Expression[] = [];
      const visit = (node: Node): void => {
        if (isRegularExpressionLiteral(node)) found.push({ file, literal: node.text });
        node.forEachChild(visit);
      };
      visit(source);
      return found;
    });
  } finally {
    api.close();
  }
}

/** Loads each file that makes expressions once more, and hears which. */
async function made(): Promise<readonly Expression[]> {
  const found: Expression[] = Object.entries(madeInFunctions).map(([file, expression]) => {
    return { file, literal: String(expression) };
  });
  for (const file of files.filter((each) => sourceOf(each).includes('new RegExp('))) {
    const url = pathToFileURL(path.join(root, 'dist', file.replace(/\.tsx?$/u, '.js'))).href;
    await import(/* @vite-ignore */ url);
    const Native = globalThis.RegExp;
    globalThis.RegExp = new Proxy(Native, {
      construct(target, [source, flags]: [string, string]) {
        const expression = new target(source, flags);
        found.push({ file, literal: String(expression) });
        return expression;
      },
    });
    try {
      await import(/* @vite-ignore */ `${url}?anew`);
    } finally {
      globalThis.RegExp = Native;
    }
  }
  return found;
}

function sourceOf(file: string): string {
  return readFileSync(path.join(root, 'src', file), 'utf8');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
];

it('the links of the documents lead to files of the project', () => {
  const links = documents.flatMap((document) => {
    const text = readFileSync(path.join(root, document), 'utf8');
    const targets = Array.from(
      text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/gu),
      ([, to]) => to,
    );
    return targets.map((to = '') => ({ document, to }));
  });
  const broken = links.filter(({ document, to }) => {
    return !existsSync(path.join(root, path.dirname(document), to));
  });
  expect(links.length).toBeGreaterThan(100);
  expect(broken.map(({ document, to }) => `${document}: ${to}`)).toEqual([]);
});

import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/serve/app.ts';
import { pageKey } from '../../src/serve/page-keys.ts';
import { pageRoutes } from '../../src/serve/routes.ts';
import { ServedCatalogue } from '../../src/serve/served-catalogue.ts';
import { conditionNames } from '../../src/search/conditions.ts';
import { optionName } from '../../src/search/condition-values.ts';
import { copyDemo, type DemoWorkspace } from '../cli/demo-workspace.ts';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize } from '../support/proof.ts';

let demo: DemoWorkspace;
let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;
const mistakes: unknown[] = [];

beforeAll(async () => {
  demo = await copyDemo();
  const path = join(demo.workspace.folder, 'catalogue');
  served = await ServedCatalogue.open({ path, onTrouble: noted });
  const site = { title: 'Demo', base: 'http://127.0.0.1/' };
  app = createApp({ catalogue: served, site, onError: noted });
});

afterAll(async () => {
  await served.close();
  await demo.workspace.remove();
});

function noted(error: unknown): void {
  mistakes.push(error);
}

/** Hostile and meaningless inputs. */
const texts = [
  '"><script>alert(1)</script>',
  "'; DROP TABLE records; --",
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '\u0000',
  '\u202Egnp.exe',
  '\uD800',
  '%E0%A4%A',
  '%',
  '-',
  '=',
  '"',
  '*',
  ' ',
  'a OR OR b -',
  '((((((((((',
  '-1e308,-90,1e308,90',
  'NaN,NaN,NaN,NaN',
  '10,20,30,10',
  '99999999999/-99999999999',
  '../..',
  '300..250Ma',
  'POLYGON((0 0',
  '2001/2004',
  'temperature',
  '-0',
  '1e999',
  '__proto__',
  'constructor',
  'x'.repeat(3000),
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
] as const;

const parameters = [
  'q',
  ...conditionNames.map(optionName),
  ...'within scheme unit technique role sort page all map axis open north south from to'.split(' '),
  ...'older state kind severity url source having'.split(' '),
];

/** Addresses of all routes, with odd parts and queries. */
function* hostileAddresses(seed: number, count: number): Generator<string> {
  const random = createRandom(seed);
  const graphs = [...(served.state?.index.entries.graphs.names ?? [])].map(pageKey);
  const names = ['demo', 'last', ...graphs];
  for (let at = 0; at < count; at += 1) {
    const text = (): string => random.pick(texts).toWellFormed();
    const path = random
      .pick(Object.keys(pageRoutes))
      .replaceAll(/:\w+(?:\{[^}]*\})?/gu, () =>
        encodeURIComponent(random.below(10) < 6 ? random.pick(names) : text()),
      );
    const query = random.list(4, () => `${random.pick(parameters)}=${encodeURIComponent(text())}`);
    yield `${path}?${query.join('&')}${random.pick(['', '', '', '%', '&&', '=%ff'])}`;
  }
}

const addressed = new Set(['href', 'src', 'action', 'formaction']);

/** Content that no page may have, whatever the request. */
function faultsOf(html: string): readonly string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const { src = '', type = '' } = attributes;
      const isOurs = src.startsWith('/assets/') || type === 'application/ld+json';
      if (name === 'script' && !isOurs) faults.push(`script ${src}`);
      for (const [attribute, value] of Object.entries(attributes)) {
        const isCode = attribute.startsWith('on') || attribute === 'style';
        const isCalled = addressed.has(attribute) && !/^(?:[/?#]|https?:)/u.test(value);
        if (isCode || isCalled) faults.push(`${attribute}="${value}"`);
      }
    },
  });
  parser.end(html);
  return faults;
}

it('answers any request without active content', async () => {
  const statuses = new Map<number, number>();
  const wrong: object[] = [];
  for (const address of hostileAddresses(proofSeed(38), proofSize(150, 3000))) {
    const answer = await app.request(`http://localhost${address}`, {
      headers: { 'Accept-Language': 'x-"><script>, de;q=2, *' },
    });
    const { status, headers } = answer;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const text = await answer.text();
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') === true;
    const faults = isHtml ? faultsOf(text) : [];
    if (status >= 500 || faults.length > 0) wrong.push({ address, status, faults });
  }
  expect(wrong).toEqual([]);
  expect(mistakes).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(10);
});

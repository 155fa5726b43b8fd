import { describe, expect, it } from 'vitest';
import { type OrderedFault, startRdfStore } from '../support/rdf-store.ts';
import type { ReceivedRequest } from '../support/store-access.ts';
import { impatience, isWrite, type PushWorkspace, pushWorkspace } from './push-workspace.ts';

type Faulty = (request: ReceivedRequest, nth: number) => OrderedFault | undefined;

/** A fault of every write. */
const ofWrites =
  (fault: OrderedFault): Faulty =>
  (request) =>
    isWrite(request) ? fault : undefined;

/** A fault of the fifth to seventh request. */
const ofSome =
  (fault: OrderedFault): Faulty =>
  (_, nth) =>
    nth > 4 && nth < 8 ? fault : undefined;

const page = { status: 200, fields: { 'content-type': 'text/html' }, body: '<html>Log in</html>' };

async function expectHealed(scene: PushWorkspace): Promise<void> {
  const { store, push } = scene;
  scene.fault = () => undefined;
  expect(await push([store.graphStore])).toMatchObject({ code: 0, stderr: '' });
  const compared = await push([store.graphStore, '--verify']);
  expect(compared.stdout).toMatch(/: 13 graphs equal, 0 different, 0 missing\n$/u);
  expect(await push([store.graphStore])).toMatchObject({ code: 0 });
}

describe('a push to a store', () => {
  it.each<[string, Faulty, RegExp]>([
    [
      'that wants credentials',
      () => ({ status: 401 }),
      /graph-store requires authentication \(401/u,
    ],
    ['that is read-only', ofWrites({ status: 403 }), /requires authentication \(403 Forbidden\)/u],
    ['that is somewhere else', () => ({ status: 404 }), /is no graph store \(404 Not Found\)/u],
    ['that is a page', () => page, /graph-store is no graph store: it answered with an HTML page/u],
    ['whose writes are a page', ofWrites(page), /graph-store is no graph store: it answered with/u],
    [
      'that is never there',
      ofWrites({ status: 503 }),
      /graph-store answered 503 Service Unavailable \(tried \d+ times\)/u,
    ],
    [
      'that is always busy',
      ofWrites({ status: 429, fields: { 'retry-after': '100' } }),
      /answered 429 Too Many Requests and asks to try again in 100 s \(tried [234] times\)/u,
    ],
    [
      'that always breaks off',
      ofWrites({ cut: 'before' }),
      /graph-store cannot be reached \(UND_ERR_SOCKET\) \(tried \d+ times\)/u,
    ],
    [
      'that fails after some writes',
      (request, nth) =>
        nth > 9 && isWrite(request) ? { status: 507, body: 'disk full' } : undefined,
      /graph-store answered 507 Insufficient Storage: disk full/u,
    ],
    [
      'that redirects writes elsewhere',
      ofWrites({ status: 308, fields: { location: 'http://127.0.0.2/' } }),
      /redirects writes to http:\/\/127\.0\.0\.2\/ .*; give the URL that takes them/u,
    ],
  ])('%s ends with its reason, and the next push continues', async (_, fault, message) => {
    const scene = await pushWorkspace();
    scene.fault = fault;
    const { code, stdout, stderr } = await scene.push([scene.store.graphStore, '--quiet']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^cdif-graph: http:\/\/127\.0\.0\.1:\d+\/graph-store [^\n]*\n$/u);
    await expectHealed(scene);
  });

  it.each<[string, OrderedFault]>([
    ['is unavailable', { status: 503 }],
    ['is busy', { status: 429, fields: { 'retry-after': '7' } }],
    ['closes connections', { cut: 'before' }],
    ['closes connections after it has written', { cut: 'after' }],
    ['breaks off its answers', { cut: 'body' }],
  ])('that %s for a while is waited for', async (_, fault) => {
    const scene = await pushWorkspace();
    scene.fault = ofSome(fault);
    const { code, stderr } = await scene.push([scene.store.graphStore]);
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    // A write whose answer breaks off was done, and needs no new try.
    if ('cut' in fault && fault.cut === 'body') return expectHealed(scene);
    const isTold = /^cdif-graph: http:\S+\/graph-store .*; trying again in [\d.]+ s$/mu.test(
      stderr,
    );
    expect(isTold).toBe(true);
    return expectHealed(scene);
  });

  it('that does not answer for a while is waited for', async () => {
    const scene = await pushWorkspace();
    scene.fault = (_, nth) => (nth === 6 ? { cut: 'never' } : undefined);
    const patience = { ...impatience(), headersMs: 100 };
    const { code, stderr } = await scene.push([scene.store.graphStore], {
      storePatience: patience,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    expect(stderr).toContain('cannot be reached (UND_ERR_HEADERS_TIMEOUT); trying again in');
    await expectHealed(scene);
  });

  it('that takes no large requests names the graphs that are too large', async () => {
    const scene = await pushWorkspace();
    scene.fault = ({ body }) => (body.length > 3000 ? { status: 413 } : undefined);
    const { code, stdout } = await scene.push([scene.store.graphStore]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The store refused the following, .*:\n(?: {2}http:\/\/127\.0\.0\.1:\d+\/dataset\/\S+: 413 \S.*\n)+/u,
    );
    const { stdout: again } = await scene.push([scene.store.graphStore]);
    expect(again).not.toContain('up to date');
    await expectHealed(scene);
  });

  it('that is not there is a fault at once', async () => {
    const scene = await pushWorkspace();
    const gone = await startRdfStore();
    await gone.close();
    expect(await scene.push([gone.graphStore])).toEqual({
      code: 1,
      stdout: '',
      stderr: `cdif-graph: ${gone.graphStore} cannot be reached (ECONNREFUSED)\n`,
    });
  });

  it('that loses a graph says so with --verify, and --full sends it again', async () => {
    const scene = await pushWorkspace();
    const { store, push } = scene;
    await push([store.graphStore]);
    store.held.update('DROP SILENT GRAPH <urn:cdif-graph:index>');
    expect((await push([store.graphStore])).stdout).toContain('up to date');
    const { code, stdout } = await push([store.graphStore, '--verify']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/12 graphs equal, 0 different, 1 missing\n\nurn:cdif-graph:index\n/u);
    expect(stdout).toContain('mended by push --full');
    expect(await push([store.graphStore, '--full'])).toMatchObject({ code: 0 });
    await expectHealed(scene);
  });
});

/** The requests at which a push is interrupted. */
const phases: readonly (readonly [string, (request: ReceivedRequest, nth: number) => boolean])[] = [
  ['the store is opened', (_, nth) => nth === 1],
  ['the marker is written', ({ method, graph }) => method === 'PUT' && isMarker(graph)],
  [
    'a record graph is sent',
    ({ method, graph = '' }) => method === 'PUT' && !graph.startsWith('urn'),
  ],
  [
    'a derived graph is sent',
    ({ method, graph }) => method === 'POST' && graph?.endsWith('views') === true,
  ],
  ['the push ends', ({ body }) => body.includes('generatedAtTime') && body.includes('change')],
];

function isMarker(graph: string | undefined): boolean {
  return graph === 'urn:cdif-graph:push';
}

describe('an interruption of a push', () => {
  // Without an answer, the command would wait for minutes.
  it.each(phases)('ends it while %s, and the next push continues', async (_, isPhase) => {
    const scene = await pushWorkspace();
    const { store, push } = scene;
    const interruption = new AbortController();
    let isHit = false;
    scene.fault = (request, nth) => {
      if (!isPhase(request, nth)) return undefined;
      isHit = true;
      setImmediate(() => interruption.abort());
      return { cut: 'never' };
    };
    const { code, stderr } = await push([store.graphStore], { signal: interruption.signal });
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'cdif-graph: interrupted\n' });
    expect(isHit).toBe(true);
    await expectHealed(scene);
  });

  it('ends the wait for a store that is busy', async () => {
    const scene = await pushWorkspace();
    const interruption = new AbortController();
    scene.fault = (request) => {
      if (!isWrite(request)) return undefined;
      setImmediate(() => setImmediate(() => interruption.abort()));
      return { status: 503, fields: { 'retry-after': '200' } };
    };
    const { code } = await scene.push([scene.store.graphStore], {
      signal: interruption.signal,
      interruptedBy: 'SIGTERM',
      storePatience: {},
    });
    expect(code).toBe(143);
    await expectHealed(scene);
  });

  it('ends a comparison', async () => {
    const scene = await pushWorkspace();
    const { store, push } = scene;
    await push([store.graphStore]);
    const interruption = new AbortController();
    scene.fault = ({ graph }) => {
      if (graph !== 'urn:cdif-graph:views') return undefined;
      setImmediate(() => interruption.abort());
      return { cut: 'never' };
    };
    const { code, stdout } = await push([store.graphStore, '--verify'], {
      signal: interruption.signal,
    });
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  });
});

// The environment of a comparison: the sites, a configuration, and the graphs that the floor loads.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startServer } from '../measure/start-server.mjs';
import { exportCatalogue, ingest } from './contenders.mjs';
import { exportGraphs } from './export-graphs.mjs';

/** @typedef {import('./contenders.mjs').Arena} Arena */

/**
 * @typedef {object} ArenaOptions
 * @property {import('../generate/site.mjs').SiteOptions} site
 * @property {number} hosts
 * @property {number | undefined} workers threads of the ingest; its default where nothing is said
 * @property {string} parent the folder in which a temporary one is made
 */

/**
 * Sets everything up, runs `use` and cleans up. A first harvest, which is not measured, warms the
 * server up and gives the graphs for the floor.
 * @template Result
 * @param {ArenaOptions} options
 * @param {(arena: Arena, expected: { records: number, quads: number }) => Promise<Result>} use
 * @returns {Promise<Result>}
 * @throws {Error} when the harvest did not give a graph a record
 */
export async function withArena(options, use) {
  const folder = await mkdtemp(path.join(options.parent, 'cdif-graph-bench-'));
  try {
    const server = await startServer({ options: options.site, hostCount: options.hosts });
    try {
      const arena = await setUp(folder, server.origins, options);
      await ingest(arena);
      const { graphs, quads } = await exportGraphs(await exportCatalogue(arena), folder);
      const { records } = options.site;
      if (graphs !== records) {
        throw new Error(`The sites have ${records} records, the catalogue has ${graphs}.`);
      }
      return await use(arena, { records, quads });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} origins
 * @param {ArenaOptions} options
 * @returns {Promise<Arena>}
 */
async function setUp(folder, origins, { workers }) {
  const catalogue = path.join(folder, 'catalogue');
  const config = path.join(folder, 'config.yaml');
  const connectionsPerHost = 16;
  const settings = {
    store: { path: catalogue },
    http: {
      allowPrivateAddresses: true,
      connections: Math.min(256, Math.max(32, connectionsPerHost * origins.length)),
      perHost: { connections: connectionsPerHost, delayMs: 0 },
    },
    ...(workers === undefined ? {} : { workers }),
    sources: origins.map((site, index) => ({ name: `host-${index + 1}`, site })),
  };
  // JSON is YAML.
  await writeFile(config, JSON.stringify(settings, null, 2));
  return { folder, config, catalogue, origins };
}

import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { createWorkspace, localConfig } from '../cli/workspace.ts';
import { serveSite } from './fixture-site.mjs';

/** A folder with a configuration and the catalogue of the demo site, and the origin of the site. */
export interface DemoCatalogue {
  readonly folder: string;
  readonly origin: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    demoCatalogue: DemoCatalogue;
  }
}

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));

/** Harvests the demo site once for all tests, which copy the catalogue (`copyDemo`). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workspace = await createWorkspace();
  const { origin, close } = await serveSite(demoSite);
  await workspace.write('config.yaml', localConfig(`site: "${origin}"`));
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml']);
  await close();
  if (code !== 0) throw new Error(`The demo site could not be harvested: ${stderr}`);
  project.provide('demoCatalogue', { folder: workspace.folder, origin });
  return () => rm(workspace.folder, { recursive: true });
}

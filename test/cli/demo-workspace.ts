import { fileURLToPath } from 'node:url';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));

/** A folder with a catalogue of the demo site, which is no longer served. */
export interface DemoWorkspace {
  readonly workspace: Workspace;
  /** Of the site when it was harvested; another one each time. */
  readonly origin: string;
}

export async function harvestDemo(): Promise<DemoWorkspace> {
  const workspace = await createWorkspace();
  const { origin, close } = await serveSite(demoSite);
  await workspace.write('config.yaml', localConfig(`site: "${origin}"`));
  await workspace.run(['ingest', 'config.yaml']);
  await close();
  return { workspace, origin };
}

import { onTestFinished } from 'vitest';
import { serveChangingSite, type ChangingSite } from '../support/changing-site.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

/** A folder with a configuration that harvests a site which changes; both are there until the test ends. */
export async function changingWorkspace(
  pages: number,
): Promise<{ readonly site: ChangingSite; readonly workspace: Workspace }> {
  const site = await serveChangingSite(pages);
  onTestFinished(async () => site.close());
  const workspace = await createWorkspace();
  onTestFinished(async () => workspace.remove());
  const config = localConfig(`sitemap: "${site.origin}/sitemap.xml"`);
  await workspace.write('config.yaml', config);
  return { site, workspace };
}

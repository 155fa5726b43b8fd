import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import '../support/demo-catalogue.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

/** A folder with a copy of the catalogue of the demo site, which is no longer served. */
export interface DemoWorkspace {
  readonly workspace: Workspace;
  /** Of the site when it was harvested; another one in each test run. */
  readonly origin: string;
}

export async function copyDemo(): Promise<DemoWorkspace> {
  const { folder, origin } = inject('demoCatalogue');
  const workspace = await createWorkspace();
  await cp(folder, workspace.folder, { recursive: true });
  return { workspace, origin };
}

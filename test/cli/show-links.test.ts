import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const ways = fileURLToPath(new URL('../../fixtures/ways/', import.meta.url));

let workspace: Workspace;
let origin: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  const site = await serveSite(`${ways}link-header-on-binary`);
  ({ origin } = site);
  await workspace.write('config.yaml', localConfig(`site: "${origin}"`));
  await workspace.run(['ingest', 'config.yaml']);
  await site.close();
});

afterAll(async () => {
  await workspace.remove();
});

describe('show', () => {
  it('has the typed links of what led to the record', async () => {
    const { stdout } = await workspace.run(['show', 'doi:10.1234/TIDES']);
    const target = `${origin}/records/tides.jsonld`;
    const context = `${origin}/data/tides.nc`;
    expect(stdout).toContain(
      `Typed links\n  describedby header   ${target}  application/ld+json CDIF1.0  of ${context}\n\n`,
    );
    const json = await workspace.run(['show', 'doi:10.1234/TIDES', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      records: [
        {
          graph: target,
          links: [
            {
              context,
              rel: 'describedby',
              target,
              type: 'application/ld+json',
              profiles: ['CDIF1.0'],
              place: 'header',
            },
          ],
        },
      ],
    });
  });
});

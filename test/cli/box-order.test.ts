import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorkspace } from './workspace.ts';

it('status suggests the order of boxes, and rebuild applies it', async () => {
  const workspace = await createWorkspace();
  await mkdir(join(workspace.folder, 'records'));
  // Only the last box fits several orders.
  const boxes = { queensland: '-28 -10 138 153', kansas: '37 40 -102 -94', keys: '24 25 -83 -80' };
  for (const [name, box] of Object.entries(boxes)) {
    const spatialCoverage = { '@type': 'Place', geo: { '@type': 'GeoShape', box } };
    const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name, spatialCoverage };
    await workspace.write(`records/${name}.jsonld`, JSON.stringify(record));
  }
  const configure = async (option: string): Promise<void> =>
    workspace.write(
      'config.yaml',
      `store: { path: ./catalogue }\nworkers: 0\nsources: [{ name: boxes, folder: ./records${option} }]\n`,
    );
  await configure('');
  await workspace.run(['ingest', 'config.yaml']);
  const suggestion =
    '  axisOrder: south-north-west-east is suggested: it fits 3 of 3 records, 2 of\n' +
    '  which fit no other.\n';
  expect((await workspace.run(['status'])).stdout).toContain(suggestion);

  await configure(', axisOrder: south-north-west-east');
  await workspace.run(['rebuild']);
  expect((await workspace.run(['status'])).stdout).not.toContain('axisOrder');
  const found = await workspace.run(['search', '--bbox=-82,24.2,-81,24.4']);
  expect(found.stdout).toContain('keys');
  await workspace.remove();
});

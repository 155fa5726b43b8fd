import { runsBeforeFormat5, type RunBeforeFormat5 } from '../../src/catalogue/run-rows.ts';
import { openCatalogue } from './updates.ts';

/** Puts runs into a catalogue without runs as programs of format 4 kept them. */
export async function writeFormat4(path: string, runs: readonly RunBeforeFormat5[]): Promise<void> {
  const catalogue = openCatalogue(path);
  catalogue.change((data, tally) => {
    for (const run of runs) runsBeforeFormat5(data).putSync(run.run, run);
    data.meta.putSync('format', 4);
    tally.changed = true;
  });
  await catalogue.close();
}

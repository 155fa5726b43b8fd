import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeErrorReason } from '../files/output-file.ts';
import { UsageFault } from '../model/fault.ts';
import type { CommandContext, DefineCommand } from './command.ts';

/** Defines `cdif-graph init`. */
export const defineInit: DefineCommand = (command, run) => {
  command
    .description(
      'Writes a commented configuration to start from. An existing file is never overwritten.',
    )
    .argument('[file]', 'the file to write', 'config.yaml')
    .action(run(init));
};

async function init(context: CommandContext, file: string): Promise<void> {
  try {
    await writeNew(resolve(context.cwd, file), readFileSync(template, 'utf8'));
  } catch (error) {
    throw new UsageFault(`Cannot write ${file}: ${reasonOf(error)}`, { cause: error });
  }
  context.stderr.write(
    `Wrote ${file}. Add your sources to it, then run: cdif-graph ingest ${file}\n`,
  );
}

/**
 * Writes a file where nothing lies, not even a link; none is left where it cannot be written whole.
 */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EEXIST') return 'it exists already; name another file';
  return writeErrorReason(error);
}

/** Every option with its default and its meaning; shipped with the package, beside `dist/`. */
const template = new URL('../../config/template.yaml', import.meta.url);

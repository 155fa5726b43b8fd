import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './run-command.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs the command line where no file may grow beyond so many bytes, which is to it as if the disk were full. */
export async function runWithin(
  bytes: number,
  args: readonly string[],
  { cwd, stdin = '' }: { readonly cwd: string; readonly stdin?: string },
): Promise<CommandResult> {
  // POSIX counts in blocks of 512 bytes.
  const limited = `ulimit -f ${bytes / 512} && exec "$0" "$@"`;
  const child = spawn('sh', ['-c', limited, process.execPath, cli, ...args], { cwd });
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code: child.exitCode };
}

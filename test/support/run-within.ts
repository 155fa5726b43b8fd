import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './run-command.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs the command line with a limit on the size of files, which has the effect of a full disk. */
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

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './run-command.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Receives a function that ends the running process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Receives the stderr of the process while it runs. */
  readonly onTalk?: (text: string) => void;
  /**
   * Receives a function that ends the process, once it has begun to read; only if `stdin` is larger
   * than the buffer of the socket.
   */
  readonly onReading?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built command line in a separate process. */
export async function runProcess(
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal);
  options.onStart?.(kill);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onTalk?.(text);
  });
  child.stdin.end(options.stdin ?? '', () => {
    if (child.stdin.errored === null) options.onReading?.(kill);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { stdout, stderr, code };
}

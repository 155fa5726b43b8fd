import { expect, it } from 'vitest';
import { runCli } from '../support/run-cli.ts';

it.each(['status', 'show', 'verify', 'rebuild', 'remove', 'rename-source', 'compact', 'backup'])(
  'prints the help of %s',
  async (command) => {
    const { stdout, code } = await runCli([command, '--help']);
    expect(stdout).toMatchSnapshot();
    expect(code).toBe(0);
  },
);

import { expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';

it.each([
  'status',
  'show',
  'problems',
  'verify',
  'rebuild',
  'remove',
  'rename-source',
  'compact',
  'backup',
])('prints the help of %s', async (command) => {
  const { stdout, code } = await runCommand([command, '--help']);
  expect(stdout).toMatchSnapshot();
  expect(code).toBe(0);
});

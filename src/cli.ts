#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { commands } from './commands/register.ts';
import type { EngineThread } from './store/engine-thread-client.ts';

// Where there is much memory V8 lets its heaps grow to four times what is in use before it looks what is; of a large list the
// rest is texts that are written already. Twice costs no time that could be measured. Threads have the flag too.
setFlagsFromString('--heap-growing-percent=100');
// As newer versions of V8 do by themselves: fewer functions of the engine are compiled fully for one short question, whose end would
// wait for that.
setFlagsFromString('--wasm-tiering-budget=13000000');

const args = process.argv.slice(2);
// The engine takes longer to load than all else that a question needs, so it begins first.
const engineThread = isForEngine(args) ? await startEngineThread() : undefined;
const { main } = await import('./main.ts');
await main(args, engineThread);

function isForEngine([name = '', ...rest]: readonly string[]): boolean {
  const isForHelp = rest.includes('--help') || rest.includes('-h');
  return commands[name]?.startsEngine === true && !isForHelp;
}

async function startEngineThread(): Promise<EngineThread> {
  const client = await import('./store/engine-thread-client.ts');
  return new client.EngineThread();
}
